#!/usr/bin/env bash
# acpx 0.19.1 with an agent of @agentclientprotocol/sdk 2.4.0 (npm; November 2026), `acpx exec`, 2026-11-30.
#
# Guess: exit code 0 says that the agent ended its turn. A turn that was refused, cut off at the limit of
# tokens or of requests, or cancelled by the agent, ends with another code, or with a word on stderr.
# Behaviour: every answer with a stopReason is 0, one that the protocol does not know too. With `--format
# quiet`, which scripts read, only the text is printed, and the half sentence is all there is. The reason
# stands in `--format json` alone. What does not end with 0 is an agent that dies, and an answer of null.
# Seen (exit code, with the same printed text "half an answer"):
#   end_turn 0    refusal 0    max_tokens 0    max_turn_requests 0    cancelled 0    bored 0
#   null 1        the agent exits in the middle 1
# A flag that gives each reason a code was proposed to acpx (pull request 328, May 2026) and closed.
#
# Why it matters: a pipeline that takes the text for the answer has half of it, and "refused" and "done" are
# one. Read the last result of the JSON lines, and take only end_turn for an end.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error acpx@0.19.1 @agentclientprotocol/sdk@2.4.0 zod@4.6.7 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >agent.mjs <<'JS'
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';
const { agent: toAgent, client: toClient } = acp.methods;
const reason = process.env.STOP_REASON;
const content = { type: 'text', text: 'half an answer' };
acp
  .agent({ name: 'a' })
  .onRequest(toAgent.initialize, () => ({ protocolVersion: 1, agentCapabilities: {} }))
  .onRequest(toAgent.session.new, () => ({ sessionId: 's' }))
  .onRequest(toAgent.session.prompt, async ({ client }) => {
    await client.notify(toClient.session.update, { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content } });
    if (reason === 'exit') process.exit(1);
    return reason === 'null' ? null : { stopReason: reason };
  })
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
JS
export HOME="$dir/home"
mkdir home
for reason in end_turn refusal max_tokens max_turn_requests cancelled bored null exit; do
  code=0
  said=$(STOP_REASON=$reason node_modules/.bin/acpx --format quiet --agent 'node agent.mjs' exec hello 2>error) || code=$?
  echo "$reason: $said, $code$([ -s error ] && echo ', error')"
done >seen
cat seen
json=$(STOP_REASON=refusal node_modules/.bin/acpx --format json --agent 'node agent.mjs' exec hello 2>/dev/null | tail -n 1)
echo "$json"
is 'exit codes' "$(cat seen)" 'end_turn: half an answer, 0
refusal: half an answer, 0
max_tokens: half an answer, 0
max_turn_requests: half an answer, 0
cancelled: half an answer, 0
bored: half an answer, 0
null: half an answer, 1, error
exit: half an answer, 1'
is 'JSON' "$json" '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"refusal"}}'
