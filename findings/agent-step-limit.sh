#!/usr/bin/env bash
# ai 7.0.173, @openai/agents 0.20.0, langchain 1.5.14, openai 7.59.0 (runTools) and @anthropic-ai/sdk 1.10.0 (toolRunner)
# (npm), an agent that is stopped by its limit of steps, from local servers, 2026-11-30.
#
# Guess: an agent that had no time to end is an error, or says so in its result, in all of them.
# Behaviour: two throw. Three resolve, after a tool ran whose result the model never saw. For runTools the answer is
# the empty text, and nothing in the result speaks of a limit; for the two others one field is what it is in the
# middle of any run (tool-calls, tool_use).
# Seen (limit of 3 model calls, the model asks for a tool each time; runs of the tool, outcome):
#   ai generateText             3    resolves, text "", finishReason tool-calls
#   openai runTools             3    resolves, ""
#   anthropic toolRunner        3    resolves, stop_reason tool_use
#   openai-agents               3    MaxTurnsExceededError
#   langchain createAgent       3    GraphRecursionError
#
# Why it matters: the half of the work is done, and `if (!result.text)` or no question at all takes it for an
# agent with nothing to add. Ask for the reason of the end by name, and take every reason but the good one for a failure.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --legacy-peer-deps --no-audit --no-fund --loglevel=error ai@7.0.173 @ai-sdk/openai-compatible@2.0.92 @openai/agents@0.20.0 langchain@1.5.14 @langchain/openai@1.6.0 @langchain/core@1.4.0 @langchain/langgraph@1.7.3 openai@7.59.0 @anthropic-ai/sdk@1.10.0 zod@4.6.7 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >ask.mjs <<'JS'
import { createServer } from 'node:http';
import * as z from 'zod';
let turn = 0;
const listen = async (answer) => {
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(++turn)));
  });
  await new Promise((listens) => server.listen(0, '127.0.0.1', listens));
  return `http://127.0.0.1:${server.address().port}`;
};
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const chat = (id) => {
  const tool_calls = [{ id: `t${id}`, type: 'function', function: { name: 'write', arguments: '{"path":"a"}' } }];
  const choices = [{ index: 0, message: { role: 'assistant', content: '', tool_calls }, finish_reason: 'tool_calls' }];
  return { id: `c${id}`, object: 'chat.completion', created: 1, model: 'm', choices, usage };
};
const message = (id) => {
  const content = [{ type: 'tool_use', id: `t${id}`, name: 'write', input: { path: 'a' } }];
  const rest = { stop_reason: 'tool_use', stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } };
  return { id: `m${id}`, type: 'message', role: 'assistant', model: 'm', content, ...rest };
};
const baseURL = `${await listen(chat)}/v1`;
const claude = await listen(message);
const parameters = z.object({ path: z.string() });
let runs = 0;
const write = async () => `written ${++runs}`;
const named = { name: 'write', description: 'writes' };
const messages = [{ role: 'user', content: 'write it' }];
const ways = {
  'ai generateText': async () => {
    const { generateText, isStepCount, tool } = await import('ai');
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const tools = { write: tool({ description: 'writes', inputSchema: parameters, execute: write }) };
    const model = createOpenAICompatible({ name: 'x', baseURL })('m');
    const { text, finishReason } = await generateText({ model, prompt: 'write it', tools, stopWhen: isStepCount(3) });
    return `resolves, ${JSON.stringify(text)}, ${finishReason}`;
  },
  'openai runTools': async () => {
    const { default: OpenAI } = await import('openai');
    const definition = { ...named, parameters: z.toJSONSchema(parameters), parse: JSON.parse, function: write };
    const options = { model: 'm', messages, tools: [{ type: 'function', function: definition }] };
    const runner = new OpenAI({ apiKey: 'x', baseURL }).chat.completions.runTools(options, { maxChatCompletions: 3 });
    return `resolves, ${JSON.stringify(await runner.finalContent())}`;
  },
  'anthropic toolRunner': async () => {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    const { betaZodTool } = await import('@anthropic-ai/sdk/helpers/beta/zod');
    const tools = [betaZodTool({ ...named, inputSchema: parameters, run: write })];
    const client = new Anthropic({ apiKey: 'x', baseURL: claude });
    const runner = client.beta.messages.toolRunner({ model: 'm', max_tokens: 9, max_iterations: 3, messages, tools });
    return `resolves, ${(await runner.runUntilDone()).stop_reason}`;
  },
  'openai-agents': async () => {
    const { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } = await import('@openai/agents');
    const { default: OpenAI } = await import('openai');
    setTracingDisabled(true);
    const model = new OpenAIChatCompletionsModel(new OpenAI({ apiKey: 'x', baseURL }), 'm');
    const agent = new Agent({ name: 'a', model, tools: [tool({ ...named, parameters, execute: write })] });
    return `resolves, ${(await run(agent, 'write it', { maxTurns: 3 })).finalOutput}`;
  },
  'langchain createAgent': async () => {
    const { createAgent, tool } = await import('langchain');
    const { ChatOpenAI } = await import('@langchain/openai');
    const model = new ChatOpenAI({ apiKey: 'x', model: 'm', configuration: { baseURL }, useResponsesApi: false });
    const agent = createAgent({ model, tools: [tool(write, { ...named, schema: parameters })] });
    return `resolves, ${(await agent.invoke({ messages }, { recursionLimit: 6 })).messages.length}`;
  },
};
for (const [name, way] of Object.entries(ways)) {
  runs = 0;
  const outcome = await way().catch((error) => error.constructor.name);
  console.log(`told: ${name}: ${runs} ${outcome}`);
}
process.exit(0);
JS
seen=$(node ask.mjs 2>/dev/null | sed -n 's/^told: //p')
echo "$seen"
is 'ways' "$seen" 'ai generateText: 3 resolves, "", tool-calls
openai runTools: 3 resolves, ""
anthropic toolRunner: 3 resolves, tool_use
openai-agents: 3 MaxTurnsExceededError
langchain createAgent: 3 GraphRecursionError'
