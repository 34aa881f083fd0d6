/** The plan of a run, without running it: for `run --dry-run`. */
import { compileGates } from '../../gates/compile-gates.ts';
import { nameRule } from '../../gates/verdict.ts';
import { type Agent, chooseAgent } from '../project/config/choose-agent.ts';
import type { Config } from '../project/config/config.ts';
import { usableSuitesOf } from '../project/config/check-suites.ts';
import { findMissing } from './preflight.ts';
import { SandboxError } from '../agents/sandbox/lay-out-mounts.ts';
import { sandboxOf } from '../loop/sandbox-of.ts';
import { UNSTARTED } from '../records/fold/work-state.ts';
import { writePrompt } from '../loop/prompt.ts';

export interface RunPlan {
  readonly folder: string;
  readonly agent: readonly string[];
  /** Variables that dualgate adds for this program; those of `agent.env` may be secret. */
  readonly agent_env: Readonly<Record<string, string>>;
  /** Of `checks.review.agent`; `null` without one. */
  readonly reviewer: readonly string[] | null;
  /** The words before the commands of the agent and of the tests; empty for no sandbox, and for one that is not available. */
  readonly sandbox: { readonly agent: readonly string[]; readonly tests: readonly string[] };
  /** One for each suite; `folder` is relative to the workspace, `''` for the workspace itself. */
  readonly tests: readonly {
    readonly name: string;
    readonly folder: string;
    readonly command: readonly string[];
    readonly runner: string;
  }[];
  readonly checks: readonly { readonly name: string; readonly command: readonly string[] }[];
  /** `floor`: the clauses that are always required, each with its number in docs/reference/rules.md. */
  readonly phases: readonly {
    readonly phase: string;
    readonly gate_1: string;
    readonly gate_2: string;
    readonly floor: readonly string[];
    readonly green_runs_wanted: number;
    readonly max_iterations: number;
  }[];
  /** Everything that is missing on this machine; a run would not begin. */
  readonly missing: readonly string[];
  /** The prompt of the first turn; the nonce is made when it starts. */
  readonly prompt: string;
}

/** The plan of `createRun` for this config: commands, gates and the first prompt. It only runs checks of this machine. */
export const planRun = async (config: Config): Promise<RunPlan> => {
  const gates = compileGates(config);
  const agent = chooseAgent(config.agent);
  const [first] = gates;
  return {
    folder: config.folder,
    agent: agent.commandOf(null),
    agent_env: Object.fromEntries(
      Object.entries(agent.preset?.env ?? {}).filter(([name]) => config.agent.env[name] === undefined),
    ),
    reviewer: config.review === undefined ? null : chooseAgent(config.review.agent).commandOf(null),
    sandbox: await planSandbox(config, agent),
    tests: usableSuitesOf(config),
    checks: config.checks.map(({ name, command }) => ({ name, command })),
    phases: gates.map(({ phase, gate_1, gate_2, floor, greenRunsWanted }) => ({
      phase: phase.phase,
      gate_1: gate_1.source,
      gate_2: gate_2.source,
      floor: floor.map(({ rule, condition }) => `${condition.source}${nameRule(rule)}`),
      green_runs_wanted: greenRunsWanted,
      max_iterations: phase.limits.max_iterations,
    })),
    missing: await findMissing(config, { gates, agent }),
    prompt:
      first === undefined
        ? ''
        : await writePrompt({
            config,
            gate: first,
            iteration: 1,
            nonce: '(made when the turn begins)',
            signalCommand: agent.reachesSockets,
            state: UNSTARTED,
          }),
  };
};

const planSandbox = async (config: Config, agent: Agent): Promise<RunPlan['sandbox']> => {
  const question = { config, agent, run: 'none', reports: null };
  try {
    return { agent: await sandboxOf('agent', question), tests: await sandboxOf('tests', question) };
  } catch (error) {
    // `missing` has the reason.
    if (error instanceof SandboxError) return { agent: [], tests: [] };
    throw error;
  }
};
