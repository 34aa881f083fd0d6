#!/usr/bin/env bash
# @llamaindex/workflow-core 1.3.4 (npm; 2026), a handler that throws, 2026-11-30.
#
# Guess: an error in a handler ends the stream of events with that error, so `for await` throws. It makes no
# difference whether the handler is async.
# Behaviour: the stream never ends, and never throws. An error of an async handler is an unhandled rejection,
# which ends the process with 1. An error of a plain function is nowhere: no event, no rejection, no line.
# Node then has nothing left to wait for, and ends with 0 in the middle of the loop that waits for the result.
# Seen (what the loop got, exit code):
#   handler returns the stop event    start, stop, "ended", 0
#   async handler throws              start, "boom" on stderr, 1
#   plain handler throws              start, 0
#
# Why it matters: a step that only checks something is a plain function, and its refusal is a good end without
# a result. In a server the request hangs. Make every handler async, and wait with a limit.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @llamaindex/workflow-core@1.3.4 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >run.mjs <<'JS'
import { createWorkflow, workflowEvent } from '@llamaindex/workflow-core';
const start = workflowEvent();
const stop = workflowEvent();
const handlers = {
  returns: () => stop.with({}),
  async: async () => {
    throw new Error('boom');
  },
  plain: () => {
    throw new Error('boom');
  },
};
const workflow = createWorkflow();
workflow.handle([start], handlers[process.argv[2]]);
const { stream, sendEvent } = workflow.createContext();
const follow = async () => {
  for await (const event of stream) {
    console.log(start.include(event) ? 'start' : 'stop');
    if (stop.include(event)) break;
  }
  console.log('ended');
};
follow().catch(() => console.log('the stream throws'));
sendEvent(start.with({}));
JS
for handler in returns async plain; do
  code=0
  said=$(node run.mjs "$handler" 2>error | paste -sd' ' -) || code=$?
  echo "$handler: $said, $code$(grep -q boom error && echo ', boom')"
done >seen
cat seen
is 'handlers' "$(cat seen)" 'returns: start stop ended, 0
async: start, 1, boom
plain: start, 0'
