#!/usr/bin/env bash
# @google/adk 2.0.0 (npm; 2026), LoopAgent and SequentialAgent with `actions.escalate`, 2026-11-29.
#
# Guess: an agent that escalates ends the loop that it is in: an inner loop ends, the outer one goes on,
# and the steps behind it in a sequence are left out.
# Behaviour: every loop around it ends, since the event passes through all of them, so one exit of an
# inner loop ends the outer one in its first round, and the step behind the inner loop never runs. A
# sequence does not look at it: the step behind the agent that escalated runs all the same.
# Seen, agents that ran (a escalates, loops of up to 3 rounds):
#   loop(loop(a, b), c)        a           b and c never
#   loop(sequence(a, b), c)    a b         b ran after the exit
#   sequence(loop(a), c)       a c         as guessed
#
# Why it matters: "the inner work is done" becomes "all is done". An exit signal has to name what it is
# for; a host that nests loops has to keep the inner signal from the outer loop.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --ignore-scripts @google/adk@2.0.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >loops.mjs <<'JS'
import * as adk from '@google/adk';
let ran = [];
class Step extends adk.BaseAgent {
  constructor(name, escalate = false) { super({ name }); this.escalate = escalate; }
  async *runAsyncImpl({ invocationId, branch }) {
    ran.push(this.name);
    const actions = adk.createEventActions({ escalate: this.escalate });
    yield adk.createEvent({ author: this.name, invocationId, branch, actions });
  }
}
const loop = (...subAgents) => new adk.LoopAgent({ name: `loop_${subAgents[0].name}`, maxIterations: 3, subAgents });
const sequence = (...subAgents) => new adk.SequentialAgent({ name: `sequence_${subAgents[0].name}`, subAgents });
const exits = () => new Step('a', true);
const play = async (agent) => {
  ran = [];
  const runner = new adk.InMemoryRunner({ agent, appName: 'app' });
  const { id: sessionId } = await runner.sessionService.createSession({ appName: 'app', userId: 'u' });
  for await (const _ of runner.runAsync({ userId: 'u', sessionId, newMessage: { role: 'user', parts: [{ text: 'go' }] } }));
  return ran.join(' ');
};
console.log(await play(loop(loop(exits(), new Step('b')), new Step('c'))));
console.log(await play(loop(sequence(exits(), new Step('b')), new Step('c'))));
console.log(await play(sequence(loop(exits()), new Step('c'))));
JS
node loops.mjs 2>/dev/null | grep -v ADK >ran
paste -sd, ran
is 'loop in a loop' "$(sed -n 1p ran)" 'a'
is 'sequence in a loop' "$(sed -n 2p ran)" 'a b'
is 'loop in a sequence' "$(sed -n 3p ran)" 'a c'
