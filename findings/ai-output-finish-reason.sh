#!/usr/bin/env bash
# ai 7.0.173 with ai/test, zod 4.6.7 (npm; 2026), 2026-11-29.
#
# Guess: an output with a schema is given only for an answer that was finished. One that the provider
# ended as an error, by its content filter or at the token limit makes `output` throw.
# Behaviour: any text that fits the schema is the output, whatever the finish reason. Only where the last
# step called a tool there is none: then `output` throws, also if the step has the text beside the call.
# And a tool's own outputSchema is not checked: what does not fit it is a tool-result, no tool-error.
# Seen, for the text {"ok":true}:
#   stop, length, error, content-filter: {"ok":true}     text and a tool call, limit of 1 step: throws
#   a tool with outputSchema {a: string} that returns {b: 3}: tool-result
#
# Why it matters: a verdict that a provider calls an error is taken as one, and `{"ok": true}` of an
# answer that was to say more is a yes. Judge finishReason before output, and check what tools return
# where they return it.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error ai@7.0.173 zod@4.6.7 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >output.mjs <<'JS'
import { generateText, isStepCount, Output, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import * as z from 'zod';
const usage = { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } };
const text = { type: 'text', text: '{"ok":true}' };
const call = { type: 'tool-call', toolCallId: 'c', toolName: 'say', input: '{}' };
const tools = { say: tool({ inputSchema: z.object({}), outputSchema: z.object({ a: z.string() }), execute: async () => ({ b: 3 }) }) };
const ask = (content, reason) =>
  generateText({
    model: new MockLanguageModelV4({ doGenerate: async () => ({ content, finishReason: { unified: reason, raw: reason }, usage, warnings: [] }) }),
    prompt: 'x',
    tools,
    output: Output.object({ schema: z.object({ ok: z.boolean() }) }),
    stopWhen: isStepCount(1),
  });
const output = async (result) => {
  try {
    return JSON.stringify((await result).output);
  } catch (error) {
    return error.name;
  }
};
for (const reason of ['stop', 'length', 'error', 'content-filter']) console.log(`${reason}: ${await output(ask([text], reason))}`);
const called = await ask([text, call], 'tool-calls');
console.log(`text and call: ${await output(called)}; ${called.content.map(({ type }) => type)}`);
JS

seen=$(node output.mjs 2>/dev/null)
echo "$seen"
is 'output' "$seen" 'stop: {"ok":true}
length: {"ok":true}
error: {"ok":true}
content-filter: {"ok":true}
text and call: AI_NoOutputGeneratedError; text,tool-call,tool-result'
