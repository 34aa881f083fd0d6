import { Agent, Runner, tool } from '@openai/agents';
import { createRun, measure, readConfig } from 'dualgate';
import { z } from 'zod';
import { model, tools } from './models/openai-agents.mjs'; // your model, and the tools that it works with
import { agent as writer } from './models/turns.mjs';

const config = readConfig();
await createRun({ config, until: 'RED', agent: writer }).ended; // writes the tests; they are frozen now

const signal_exit = tool({
  name: 'signal_exit',
  description: 'Say that the phase is finished. The answer names what is missing.',
  parameters: z.object({}),
  execute: async () => {
    const { decision } = await measure(config, { signal: true });
    console.log(decision.reason);
    return decision.can_exit
      ? 'done'
      : decision.gate_1.unmet.map(({ clause, because }) => `${clause}: ${because}`).join('\n');
  },
});
const agent = new Agent({
  name: 'developer',
  model,
  tools: [...tools, signal_exit],
  resetToolChoice: false,
  // The run is over only when the gates say so.
  toolUseBehavior: (_context, results) =>
    results.some(({ output }) => output === 'done')
      ? { isFinalOutput: true, finalOutput: 'done' }
      : { isFinalOutput: false },
});
await new Runner({ tracingDisabled: true }).run(agent, 'Make the tests pass.', { maxTurns: 20 });
