#!/usr/bin/env bash
# langchain 1.5.14 with @langchain/openai 1.6.0 (npm), an agent whose model was cut off inside of the arguments of a
# tool call, from a local server that speaks the Chat Completions protocol, 2026-11-30.
#
# Guess: the call is refused, and the model or the caller hears of it, whether one streams or not.
# Behaviour: with stream() and streamMode "messages" the arguments are completed to JSON that parses, the tool runs with
# half of its text, and the agent goes on as if that were the call. The finish_reason "length" is looked at by
# nobody. With invoke() the tool does not run, and the agent ends without an error and with an empty answer.
# Seen ('{"path":"a","content":"hel', finish_reason "length"; calls of the tool, messages, last answer):
#   agent.invoke()                            -                               human ai            ""
#   agent.stream(), streamMode "messages"     {"path":"a","content":"hel"}    human ai tool ai    "done"
#
# Why it matters: a file is written half, and the answer says that it is done. The mode of printing decides
# what is written. Refuse a turn whose last model message has response_metadata.finish_reason "length".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error langchain@1.5.14 @langchain/openai@1.6.0 @langchain/core@1.4.0 zod@4.6.7 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >ask.mjs <<'JS'
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { createServer } from 'node:http';
import * as z from 'zod';
const call = { id: 't1', type: 'function', function: { name: 'write', arguments: '{"path":"a","content":"hel' } };
let turn = 0;
const server = createServer(async (request, response) => {
  const body = JSON.parse((await request.toArray()).join(''));
  turn++;
  const ends = body.messages.at(-1).role === 'tool';
  const message = ends ? { role: 'assistant', content: 'done' } : { role: 'assistant', content: '', tool_calls: [call] };
  const finish_reason = ends ? 'stop' : 'length';
  const answer = (object, choice) => JSON.stringify({ id: `c${turn}`, object, created: 1, model: 'm', choices: [{ index: 0, ...choice }] });
  if (!body.stream) return response.setHeader('content-type', 'application/json').end(answer('chat.completion', { message, finish_reason }));
  const delta = ends ? message : { ...message, tool_calls: [{ index: 0, ...call }] };
  const chunks = [{ delta, finish_reason: null }, { delta: {}, finish_reason }].map((choice) => answer('chat.completion.chunk', choice));
  response.setHeader('content-type', 'text/event-stream').end([...chunks, '[DONE]'].map((chunk) => `data: ${chunk}\n\n`).join(''));
});
await new Promise((listens) => server.listen(0, '127.0.0.1', listens));
const baseURL = `http://127.0.0.1:${server.address().port}/v1`;
const model = new ChatOpenAI({ apiKey: 'x', model: 'm', configuration: { baseURL }, maxRetries: 0, useResponsesApi: false });
let ran = [];
const write = tool(async (input) => ran.push(JSON.stringify(input)) && 'written', {
  name: 'write',
  description: 'writes',
  schema: z.object({ path: z.string(), content: z.string() }),
});
const agent = createAgent({ model, tools: [write] });
const input = { messages: [{ role: 'user', content: 'write it' }] };
const tell = (way, { messages }) => {
  console.log(`${way}: ${ran.join() || '-'}, ${messages.map(({ type }) => type).join(' ')}, ${JSON.stringify(messages.at(-1).content)}`);
  ran = [];
};
tell('invoke', await agent.invoke(input));
let last;
for await (const [mode, state] of await agent.stream(input, { streamMode: ['messages', 'values'] })) if (mode === 'values') last = state;
tell('stream', last);
process.exit(0);
JS
seen=$(node ask.mjs 2>/dev/null)
echo "$seen"
is 'ways' "$seen" 'invoke: -, human ai, ""
stream: {"path":"a","content":"hel"}, human ai tool ai, "done"'
