#!/usr/bin/env bash
# ai 7.0.173 (npm; the AI SDK, 2026), generateText with tools and its own mock model, on Node 26.10, 2026-11-28.
#
# Guess: the fields of the result are about one thing: the last step (as `usage` was in 6, with
# totalUsage for the sum), or the whole call.
# Behaviour: they are mixed. `text` and `finishReason` are of the last step; `content`, `toolResults`
# and `usage` are of all steps, and `usage` equals `totalUsage`. A tool that threw leaves no tool
# result, a finish reason "stop", and a "tool-error" in `content` only.
# Seen, from two steps of 15 tokens each, "one" + a tool call that throws, then "two":
#   text two, finishReason stop, usage 30, totalUsage 30, toolResults 0,
#   content: text tool-call tool-error text
# The change log of 7.0.0 names the new meaning of `usage`.
#
# Why it matters: cost summed over results and steps is counted twice after the step from 6 to 7.
# A signal that the agent says in an early step is not in `text`, but in `content`. And "no failed tool
# result" is no evidence that the tools worked.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error ai@7.0.173 zod@4.6.7 node@26.10.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH"
cat >steps.mjs <<'JS'
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import * as z from 'zod';
const usage = { inputTokens: { total: 10, noCache: 10 }, outputTokens: { total: 5, text: 5 } };
const steps = [
  [{ type: 'text', text: 'one' }, { type: 'tool-call', toolCallId: 'c', toolName: 'breaks', input: '{}' }],
  [{ type: 'text', text: 'two' }],
];
const model = new MockLanguageModelV4({
  doGenerate: async () => {
    const content = steps.shift();
    return { content, usage, warnings: [], finishReason: { unified: content.length > 1 ? 'tool-calls' : 'stop', raw: '' } };
  },
});
const breaks = tool({ inputSchema: z.object({}), execute: async () => { throw new Error('no'); } });
const result = await generateText({ model, tools: { breaks }, prompt: 'go', stopWhen: stepCountIs(5) });
console.log(`text ${result.text}, finishReason ${result.finishReason}, usage ${result.usage.totalTokens}, totalUsage ${result.totalUsage.totalTokens}, toolResults ${result.toolResults.length}`);
console.log(`content: ${result.content.map(({ type }) => type).join(' ')}`);
JS

seen=$(node steps.mjs)
echo "$seen"
is 'the result' "$seen" 'text two, finishReason stop, usage 30, totalUsage 30, toolResults 0
content: text tool-call tool-error text'
