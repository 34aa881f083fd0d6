import { tool } from 'ai';
import * as provided from 'ai/test';
import { z } from 'zod';
import { names, write } from './turns.mjs';

const Model = provided.MockLanguageModelV4 ?? provided.MockLanguageModelV3;
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
let at = 0;

export const model = new Model({
  doGenerate: async () => {
    const toolName = names[Math.min(at, names.length - 1)];
    at += 1;
    return {
      content: [{ type: 'tool-call', toolCallId: `call-${at}`, toolName, input: '{}' }],
      finishReason: { unified: 'tool-calls', raw: 'tool-calls' },
      usage,
      warnings: [],
    };
  },
});

export const tools = {
  write: tool({
    description: 'Write the code.',
    inputSchema: z.object({}),
    execute: async () => write(),
  }),
};
