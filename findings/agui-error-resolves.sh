#!/usr/bin/env bash
# @ag-ui/client 1.0.0 with @ag-ui/core 1.0.0 (npm; September 2026), runAgent() of an agent whose
# events end early, 2026-11-30.
#
# Guess: runAgent() rejects after RUN_ERROR, and after a stream that ends without RUN_FINISHED; a patch of the state
# that cannot be applied ends the run.
# Behaviour: all of these resolve, with the messages so far, half a message among them; an agent without an event
# resolves with none. A patch that fails is printed and left out, and the run is finished with the older state.
# Only an order of events that is not allowed rejects, such as RUN_FINISHED within a message.
# Seen:
#   RUN_ERROR behind a message       resolved, "hello"     a stream cut in a message     resolved, "hel"
#   no RUN_FINISHED                  resolved, "hello"     no event                      resolved, nothing
#   a state patch that fails         resolved, n is 1      RUN_FINISHED in a message     rejected
#
# Why it matters: `await agent.runAgent()` without an error is read as "the turn is over and well". Set
# onRunFinishedEvent and onRunErrorEvent, and take a run as ended only by the first of them.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @ag-ui/client@1.0.0 @ag-ui/core@1.0.0 rxjs@7.8.1 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >run.mjs <<'JS'
import { AbstractAgent } from '@ag-ui/client';
import { EventType as type } from '@ag-ui/core';
import { from } from 'rxjs';
class Replay extends AbstractAgent {
  constructor(events) {
    super({ threadId: 't' });
    this.events = events;
  }
  run() {
    return from(this.events);
  }
}
const started = { type: type.RUN_STARTED, threadId: 't', runId: 'r' };
const finished = { type: type.RUN_FINISHED, threadId: 't', runId: 'r' };
const [open, ...rest] = [
  { type: type.TEXT_MESSAGE_START, messageId: 'm', role: 'assistant' },
  { type: type.TEXT_MESSAGE_CONTENT, messageId: 'm', delta: 'hel' },
  { type: type.TEXT_MESSAGE_CONTENT, messageId: 'm', delta: 'lo' },
  { type: type.TEXT_MESSAGE_END, messageId: 'm' },
];
const patch = [{ op: 'replace', path: '/n', value: 2 }, { op: 'test', path: '/n', value: 9 }];
const runs = {
  whole: [started, open, ...rest, finished],
  error: [started, open, ...rest, { type: type.RUN_ERROR, message: 'no' }],
  'no end': [started, open, ...rest],
  cut: [started, open, rest[0]],
  nothing: [],
  patch: [started, { type: type.STATE_SNAPSHOT, snapshot: { n: 1 } }, { type: type.STATE_DELTA, delta: patch }, finished],
  'within a message': [started, open, rest[0], finished],
};
for (const name of ['error', 'warn']) console[name] = () => {};
for (const [name, events] of Object.entries(runs)) {
  const agent = new Replay(events);
  const end = await agent.runAgent({ runId: 'r' }).then(
    ({ newMessages }) => `resolved ${newMessages.map(({ content }) => content).join() || 'nothing'}`,
    () => 'rejected',
  );
  console.log(`${name}: ${end}${name === 'patch' ? ` ${JSON.stringify(agent.state)}` : ''}`);
}
JS
seen=$(node run.mjs)
echo "$seen"
is 'ends' "$seen" 'whole: resolved hello
error: resolved hello
no end: resolved hello
cut: resolved hel
nothing: resolved nothing
patch: resolved nothing {"n":1}
within a message: rejected'
