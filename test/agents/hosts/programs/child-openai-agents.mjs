import { Agent, Runner, tool } from '@openai/agents';
import { z } from 'zod';
import { model, tools } from './models/openai-agents.mjs'; // your model, and the tools that it works with
import { work } from './parent.mjs';

const signal_exit = tool({
  name: 'signal_exit',
  description: 'Say that the phase is finished.',
  parameters: z.object({}),
  execute: async () => 'It is measured now.',
});
const developer = new Agent({
  name: 'developer',
  model,
  tools: [...tools, signal_exit],
  toolUseBehavior: { stopAtToolNames: ['signal_exit'] },
});
const runner = new Runner({ tracingDisabled: true });
await work(async ({ prompt, signal }) => {
  const { finalOutput, newItems } = await runner.run(developer, prompt, { signal, maxTurns: 20 });
  const called = newItems.flatMap(({ rawItem }) => (rawItem.type === 'function_call' ? [rawItem.name] : []));
  return { text: finalOutput ?? 'Done.', signal: called.includes('signal_exit') };
});
