#!/usr/bin/env bash
# @anthropic-ai/sdk 1.10.0 (npm), messages.stream().finalMessage() of an answer that ended with "max_tokens" inside of
# the input of a tool, from a local server, 2026-11-30.
#
# Guess: the input is the text so far, or an error; what is there is told apart from what was meant.
# Behaviour: what was not complete is left out, without a mark: the last key, the last element of a list, a number that
# may have gone on. The rest is an object like any other, and mostly one that its schema accepts.
# stop_reason of the message is the only word of it.
# Seen (what was streamed / content[0].input):
#   {"path":"a","content":"hel              {"path":"a"}
#   {"paths":["src/a","src/b                {"paths":["src/a"]}
#   {"paths":["src/a"],"dryRun": tr         {"paths":["src/a"]}
#   {"where":{"a":1,"b":"x                  {"where":{"a":1}}
#   {"limit": 15                            {}
#
# Why it matters: the call that should only have shown what it would do has lost the word for that, and a filter is wider
# than it was meant. Run no tool of a message whose stop_reason is not "tool_use".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @anthropic-ai/sdk@1.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >ask.mjs <<'JS'
import Anthropic from '@anthropic-ai/sdk';
import { createServer } from 'node:http';
let part;
const server = createServer(async (request, response) => {
  for await (const _ of request);
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, stop_sequence: null, usage };
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name: 'remove', input: {} } },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: part } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'max_tokens', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  response.setHeader('content-type', 'text/event-stream');
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
});
await new Promise((listens) => server.listen(0, '127.0.0.1', listens));
const client = new Anthropic({ apiKey: 'x', baseURL: `http://127.0.0.1:${server.address().port}` });
const parts = ['{"path":"a","content":"hel', '{"paths":["src/a","src/b', '{"paths":["src/a"],"dryRun": tr', '{"where":{"a":1,"b":"x', '{"limit": 15'];
for (part of parts) {
  const { content, stop_reason } = await client.messages
    .stream({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'x' }] })
    .finalMessage();
  console.log(`${part} -> ${JSON.stringify(content[0].input)} ${stop_reason}`);
}
process.exit(0);
JS
seen=$(node ask.mjs)
echo "$seen"
is 'inputs' "$seen" '{"path":"a","content":"hel -> {"path":"a"} max_tokens
{"paths":["src/a","src/b -> {"paths":["src/a"]} max_tokens
{"paths":["src/a"],"dryRun": tr -> {"paths":["src/a"]} max_tokens
{"where":{"a":1,"b":"x -> {"where":{"a":1}} max_tokens
{"limit": 15 -> {} max_tokens'
