import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { names, write } from './turns.mjs';

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
let at = 0;

/** Calls one tool. */
const answer = () => {
  const toolName = names[Math.min(at, names.length - 1)];
  at += 1;
  return { type: 'tool-call', toolCallId: `call-${at}`, toolName, input: '{}' };
};
const stream = () =>
  ReadableStream.from([
    { type: 'stream-start', warnings: [] },
    answer(),
    { type: 'finish', finishReason: 'tool-calls', usage },
  ]);

export const model = {
  specificationVersion: 'v2',
  provider: 'scripted',
  modelId: 'scripted',
  supportedUrls: {},
  doGenerate: async () => ({ content: [answer()], finishReason: 'tool-calls', usage, warnings: [] }),
  doStream: async () => ({ stream: stream() }),
};

export const tools = {
  write: createTool({
    id: 'write',
    description: 'Write the code.',
    inputSchema: z.object({}),
    execute: async () => write(),
  }),
};
