#!/usr/bin/env bash
# @agentclientprotocol/sdk 2.4.0 (npm; November 2026), protocol version 1, 2026-11-29.
#
# Guess: what does not fit the protocol is refused: a plan of which one entry has a status that the
# protocol does not know, a tool call with such a status, an answer to a prompt without stopReason.
# Behaviour: in a list the item is left out, in an object the field is, and the rest is delivered. A plan
# with one open entry ("status": "done soon") arrives as a plan whose entries are all completed. The
# handler is not told. An answer is not checked: null, {} and any stopReason resolve. An update of an
# unknown kind is dropped with a line on stderr, and the prompt goes on.
# Seen by the client:
#   plan of b (unknown status) and a (completed): only a     tool_call with an unknown status: no status
#   prompt answered with null: null; with {"stopReason":"bored"}: the same
#
# Why it matters: a client that says "all entries of the plan are completed" says so of a plan that is
# not, and one that asks for stopReason gets undefined and goes on. Count as finished only what names a
# stopReason that you know, and let no plan be proof.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @agentclientprotocol/sdk@2.4.0 zod@4.6.7 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >talk.mjs <<'JS'
import * as acp from '@agentclientprotocol/sdk';
const { agent: toAgent, client: toClient } = acp.methods;
const a = { content: 'a', priority: 'high', status: 'completed' };
const talks = [
  [{ sessionUpdate: 'plan', entries: [a, { content: 'b', priority: 'high', status: 'done soon' }] }, { stopReason: 'end_turn' }],
  [{ sessionUpdate: 'tool_call', toolCallId: 't', title: 'T', status: 'stuck' }, { stopReason: 'end_turn' }],
  [{ sessionUpdate: 'tool_call', toolCallId: 't', title: 'T', status: 'failed' }, { stopReason: 'bored' }],
  [{ sessionUpdate: 'agent_thinks', content: { type: 'text', text: 'x' } }, null],
];
for (const [update, answer] of talks) {
  const there = new TransformStream();
  const back = new TransformStream();
  acp
    .agent({ name: 'a' })
    .onRequest(toAgent.initialize, () => ({ protocolVersion: 1, agentCapabilities: {} }))
    .onRequest(toAgent.session.new, () => ({ sessionId: 's' }))
    .onRequest(toAgent.session.prompt, async ({ client }) => {
      await client.notify(toClient.session.update, { sessionId: 's', update });
      return answer;
    })
    .connect(acp.ndJsonStream(there.writable, back.readable));
  const seen = [];
  const client = acp.client({ name: 'c' }).onNotification(toClient.session.update, ({ params }) => {
    const { entries, status } = params.update;
    seen.push(entries ? entries.map(({ content }) => content).join() : String(status));
  });
  const said = await client.connectWith(acp.ndJsonStream(back.writable, there.readable), async (agent) => {
    await agent.request(toAgent.initialize, { protocolVersion: 1, clientCapabilities: {} });
    await agent.request(toAgent.session.new, { cwd: '/', mcpServers: [] });
    return agent.request(toAgent.session.prompt, { sessionId: 's', prompt: [{ type: 'text', text: 'x' }] });
  });
  console.log(`${update.sessionUpdate}: ${seen.join(' ') || 'nothing'}; ${JSON.stringify(said)}`);
}
process.exit(0);
JS

seen=$(node talk.mjs 2>/dev/null)
echo "$seen"
is 'four prompts' "$seen" 'plan: a; {"stopReason":"end_turn"}
tool_call: undefined; {"stopReason":"end_turn"}
tool_call: failed; {"stopReason":"bored"}
agent_thinks: nothing; null'
