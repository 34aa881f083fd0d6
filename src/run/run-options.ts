/** The options of a run, checked before anything is written. */
import type { InspectionEvent } from 'xstate';
import type { Config } from '../project/config/config.ts';
import { refuseInsideTurn } from './operator-commands/refuse-inside-turn.ts';
import type { GivenThreshold } from '../records/fold/preset-state.ts';
import { RunError } from '../records/run-error.ts';
import type { AgentFunction } from '../agents/agent-function.ts';
import type { SharedBudget } from '../loop/shared-budget.ts';
import { checkOptions, KINDS, type OptionKind } from '../base/check-options.ts';
import type { RunMove } from '../records/run-branch.ts';
import type { RunEvent } from '../records/run-events.ts';

// An operator's indicator threshold for one run (spec 000, "Override Mechanisms"). It changes no clause of the floor.

/** @throws {RunError} inside a turn of the agent; when the config counts no indicators, or has fewer of them */
export const checkThreshold = (config: Pick<Config, 'exit_gate'>, given: GivenThreshold | null): void => {
  if (given === null) return;
  refuseInsideTurn('set the indicator threshold', null);
  const problem = findThresholdProblem(config, given);
  if (problem !== null) throw new RunError(`Cannot use ${problem}.`);
};

/** Why the config does not allow it, and what to do: a sentence without full stop that begins with the origin of the value. */
export const findThresholdProblem = (
  { exit_gate: gate }: Pick<Config, 'exit_gate'>,
  { threshold, from }: Pick<GivenThreshold, 'threshold' | 'from'>,
): string | null => {
  if (gate === null) return `${from}: the config counts no indicators. Add exit_gate, or name a preset that has one`;
  const most = gate.patterns.length + Object.values(gate.evidence_checks).filter(Boolean).length;
  if (Number.isSafeInteger(threshold) && threshold >= 1 && threshold <= most) return null;
  return `${from}: it must be a whole number from 1 to ${most}, the number of indicators in the config (got ${threshold})`;
};

/** For a notice. */
export const describeThreshold = ({ threshold, from, by }: GivenThreshold): string =>
  `The indicator threshold is ${threshold}, by ${from} of ${by}; it is recorded.`;

export interface RunOptions {
  readonly config: Config;
  /** Id of a run to resume; otherwise a new one begins. */
  readonly resume?: string;
  /** Id of a new run. @default a new one, from the time of its start */
  readonly id?: string;
  /** Pause when this phase has been exited. */
  readonly until?: string;
  /** Receives every event as it happens; must not throw. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Receives the inspection events of XState for chart and loop. */
  readonly inspect?: (event: InspectionEvent) => void;
  /** @default the clock */
  readonly now?: () => Date;
  /** An operator's indicator threshold (spec 000). @default the config's, or that of the resumed run */
  readonly exitThreshold?: GivenThreshold;
  /** The operator to record when halted work resumes. @default 'operator' */
  readonly by?: string;
  /** It was killed and resumes by itself: with its remaining limits. @default false */
  readonly automatic?: boolean;
  /** It comes from another machine: its place on this one. @default it stays where it is */
  readonly moved?: RunMove;
  /** Awaited before each turn; the ledger has every record. A text ends the run as interrupted. @default no wait */
  readonly beforeTurn?: () => Promise<string | null>;
  /** Sent as a notice first, for example why this run resumes by itself. */
  readonly says?: string;
  /** Advice for the agent in each prompt of the first phase, recorded like that of an operator. */
  readonly guidance?: { readonly by: string; readonly text: string };
  /** Shared with other runs, made by `createBudget`: when it is used up, the run pauses. */
  readonly budget?: SharedBudget;
  /** Each turn is a call of it, in every phase. @default the agent of the config */
  readonly agent?: AgentFunction;
}

const OPTIONS: Readonly<Record<keyof RunOptions, OptionKind>> = {
  config: KINDS.config,
  resume: KINDS.run,
  id: KINDS.run,
  until: KINDS.text,
  onEvent: KINDS.function,
  inspect: KINDS.function,
  now: KINDS.function,
  exitThreshold: KINDS.object,
  by: KINDS.text,
  automatic: KINDS.boolean,
  moved: KINDS.object,
  beforeTurn: KINDS.function,
  says: KINDS.text,
  guidance: KINDS.object,
  budget: KINDS.budget,
  agent: KINDS.function,
};

/**
 * @param place - the exported function @throws {RunError} when the config cannot be run so
 * @throws {OptionError} when an option is unknown, missing or of another kind
 */
export const checkRunOptions = (place: string, options: RunOptions): void => {
  checkOptions(place, options, OPTIONS, ['config']);
  const { config, until = null, resume, exitThreshold = null } = options;
  checkUntil(config, until);
  checkThreshold(config, exitThreshold);
  if (options.agent !== undefined) refuseSandbox(config);
  // A killed run continues with what it had: its own session may do that, too.
  if (resume !== undefined) refuseInsideTurn('resume the run', resume, { ofSessions: options.automatic !== true });
  if (config.list !== null)
    throw new RunError(
      'Cannot start a run: the config has a task list. Use createWorkList, or configOfTask for one of the tasks.',
    );
};

/** A function runs in this process, with all that it may do. */
const refuseSandbox = ({ agent }: Config): void => {
  if (agent.sandbox.use !== 'none')
    throw new RunError(
      'Cannot run an agent function in a sandbox: it runs in this process. Remove agent.sandbox, or give the agent as a program.',
    );
};

const checkUntil = ({ phases }: Config, until: string | null): void => {
  const names = phases.map(({ phase }) => phase);
  if (until !== null && !names.includes(until))
    throw new RunError(`Cannot run until ${until}: the config has no such phase. Choose one of ${names.join(', ')}.`);
};
