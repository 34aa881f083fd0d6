/**
 * Before any cost: is the sandbox of the config available here, and do agent and tests run in it (rule 2.6)?
 *
 * @module
 */
import { type Agent, chooseAgent } from '../agents/choose-agent.ts';
import type { Config } from '../config/shape-config.ts';
import type { SuiteConfig } from '../config/shape-config.ts';
import { SandboxError } from '../sandbox/sandbox-error.ts';
import { trySandbox } from '../sandbox/try-sandbox.ts';
import { type Insider, sandboxOf } from '../loop/sandbox-of.ts';

/**
 * The problem, with the way out; `null` without a problem, or if the config has no sandbox. A run does not start
 * with a problem.
 */
export const findSandboxProblem = async (config: Config, agent: Agent): Promise<string | null> => {
  const agentEnv = { ...process.env, ...agent.env };
  const hiddenSuite = config.tests.hidden?.command[0] ?? null;
  const ofAgent = await tryFor('agent', { config, agent, program: agent.program, env: agentEnv });
  if (ofAgent !== null) return ofAgent;
  if (config.review !== undefined) {
    const { review } = config;
    const reviewer = chooseAgent(review.agent);
    const found = await tryFor('reviewer', {
      config: { ...config, agent: review.agent },
      agent: reviewer,
      program: reviewer.program,
      env: { ...process.env, ...reviewer.env },
    });
    if (found !== null) return found;
  }
  for (const suite of config.tests.suites) {
    const found = await tryFor('tests', { config, agent, suite, program: suite.command[0] ?? '', env: process.env });
    if (found !== null) return found;
  }
  for (const { command } of config.checks) {
    const found = await tryFor('tests', { config, agent, program: command[0] ?? '', env: process.env, command });
    if (found !== null) return found;
  }
  return hiddenSuite === null ? null : tryFor('hidden', { config, agent, program: hiddenSuite, env: process.env });
};

interface Trial {
  readonly config: Config;
  readonly agent: Agent;
  readonly program: string;
  readonly suite?: SuiteConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For a check. */
  readonly command?: readonly string[];
}

const tryFor = async (who: Insider, { config, agent, program, env, ...rest }: Trial): Promise<string | null> => {
  try {
    const words = await sandboxOf(who, { config, agent, run: 'none', reports: null, ...rest });
    // The cost of a user's own wrapper is unknown; only its program is checked.
    if (config.agent.sandbox.use !== 'bubblewrap') return null;
    return await trySandbox({ words, workspace: config.folder, env, program });
  } catch (error) {
    if (error instanceof SandboxError) return error.message;
    throw error;
  }
};
