import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { model, tools } from './models/mastra.mjs'; // your model, and the tools that it works with
import { work } from './parent.mjs';

const signal_exit = createTool({
  id: 'signal_exit',
  description: 'Say that the phase is finished.',
  inputSchema: z.object({}),
  execute: async () => 'It is measured now.',
});
const developer = new Agent({
  id: 'developer',
  name: 'developer',
  instructions: 'You write code.',
  model,
  tools: { ...tools, signal_exit },
});
// A step has the call itself, the result has it as a payload.
const isExit = (call) => (call.payload ?? call).toolName === 'signal_exit';
await work(async ({ prompt, signal: abortSignal }) => {
  const stopWhen = ({ steps }) => steps.at(-1).toolCalls.some(isExit);
  const { text, toolCalls } = await developer.generate(prompt, { abortSignal, maxSteps: 20, stopWhen });
  return { text: text || 'Done.', signal: toolCalls.some(isExit) };
});
