import { generateText, hasToolCall, stepCountIs, tool } from 'ai';
import { z } from 'zod';
import { model, tools } from './models/ai-sdk.mjs'; // your model, and the tools that it works with
import { work } from './parent.mjs';

const signal_exit = tool({
  description: 'Say that the phase is finished.',
  inputSchema: z.object({}),
  execute: async () => 'It is measured now.',
});
await work(async ({ prompt, signal: abortSignal }) => {
  const { text, toolCalls } = await generateText({
    model,
    prompt,
    abortSignal,
    tools: { ...tools, signal_exit },
    stopWhen: [hasToolCall('signal_exit'), stepCountIs(20)],
  });
  return { text: text || 'Done.', signal: toolCalls.some(({ toolName }) => toolName === 'signal_exit') };
});
