import { writeFileSync } from 'node:fs';
import { tool } from 'ai';
import * as provided from 'ai/test';
import { z } from 'zod';

const Model = provided.MockLanguageModelV4 ?? provided.MockLanguageModelV3;
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
/** Claims at once, works, and claims again. */
const names = ['signal_exit', 'write', 'signal_exit'];
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
    execute: async () => writeFileSync('src/one.js', 'export const one = () => 1;\n') ?? 'written',
  }),
};
