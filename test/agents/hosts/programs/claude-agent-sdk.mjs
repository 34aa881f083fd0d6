import { query } from '@anthropic-ai/claude-agent-sdk';
import { createRun, measure, readConfig } from 'dualgate';
import { agent } from './models/turns.mjs';

const config = readConfig();
await createRun({ config, until: 'RED', agent }).ended; // writes the tests; they are frozen now

const gate = async ({ last_assistant_message: text }) => {
  const { decision } = await measure(config, { signal: { text } });
  console.log(decision.reason);
  if (decision.can_exit) return {};
  const unmet = [...decision.gate_1.unmet, ...decision.gate_2.unmet];
  return { decision: 'block', reason: unmet.map(({ clause, because }) => `${clause}: ${because}`).join('\n') };
};
const session = query({
  prompt: 'Make the tests pass. End your message with the status block of dualgate.',
  options: {
    permissionMode: 'acceptEdits',
    allowedTools: ['Bash'],
    hooks: { Stop: [{ hooks: [gate], timeout: 600 }] },
    pathToClaudeCodeExecutable: process.env.CLAUDE,
  },
});
for await (const message of session) if (message.type === 'result') process.exitCode = message.is_error ? 1 : 0;
