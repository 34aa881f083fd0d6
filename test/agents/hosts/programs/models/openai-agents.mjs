import { tool, Usage } from '@openai/agents';
import { z } from 'zod';
import { names, write } from './turns.mjs';

let at = 0;

export const model = {
  getResponse: async () => {
    const name = names[Math.min(at, names.length - 1)];
    at += 1;
    const call = {
      type: 'function_call',
      id: `f-${at}`,
      callId: `call-${at}`,
      name,
      arguments: '{}',
      status: 'completed',
    };
    return { usage: new Usage(), output: [call] };
  },
  getStreamedResponse: async function* () {},
};

export const tools = [
  tool({
    name: 'write',
    description: 'Write the code.',
    parameters: z.object({}),
    execute: async () => write(),
  }),
];
