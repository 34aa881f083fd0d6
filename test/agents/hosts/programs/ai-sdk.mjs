import { generateText, stepCountIs, tool } from 'ai';
import { createRun, measure, readConfig } from 'dualgate';
import { z } from 'zod';
import { model, tools } from './models/ai-sdk.mjs'; // your model, and the tools that it works with
import { agent } from './models/turns.mjs';

const config = readConfig();
await createRun({ config, until: 'RED', agent }).ended; // writes the tests; they are frozen now

let isExited = false;
const signal_exit = tool({
  description: 'Say that the phase is finished. The answer names what is missing.',
  inputSchema: z.object({}),
  execute: async () => {
    const { decision } = await measure(config, { signal: true });
    console.log(decision.reason);
    isExited = decision.can_exit;
    return isExited ? 'done' : decision.gate_1.unmet.map(({ clause, because }) => `${clause}: ${because}`).join('\n');
  },
});
await generateText({
  model,
  prompt: 'Make the tests pass.',
  tools: { ...tools, signal_exit },
  stopWhen: [() => isExited, stepCountIs(20)],
});
