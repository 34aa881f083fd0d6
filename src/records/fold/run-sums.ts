/** The sums of a run so far, by phase and time, in space that does not grow with its length. */
import type { TestCounts } from '../../runners/test-run.ts';
import type { WaitReason } from '../../../machines/index.ts';
import type { RemovedTranscripts } from '../removed-transcripts.ts';
import type { SuiteRuns } from '../suite-runs.ts';
import { type WorkClock, type Position, startOf } from './work-position.ts';

/** The step that the records leave an iteration in: the agent works, or its tests run. For people; a kill leaves one too. */
export interface RunStep {
  readonly phase: string;
  /** The iteration that is not decided yet. */
  readonly iteration: number;
  /** The last iteration that the limits allow in the phase; null where no record says it. */
  readonly of: number | null;
  /** `decided`: the next one has not begun. */
  readonly doing: 'agent' | 'tests' | 'decided';
  /** ISO 8601: the start of the step. */
  readonly since: string;
  /** The counts of the last run of the whole suite in this phase; null before it. */
  readonly counts: TestCounts | null;
  /** In a row, on the last tree of the iteration. */
  readonly green_runs: number;
  /** As many as gate 1 asks for; null where it asks for none. */
  readonly green_runs_wanted: number | null;
  /** Fingerprint of the last green sources; null without one. */
  readonly green_tree: string | null;
}

export interface RunSums {
  /** The task, as the config of the run names it; '' where it does not. */
  readonly spec: string;
  /** Names: in the order of the config, then those that only records mention. */
  readonly phases: readonly string[];
  /** From the config; null where it has no readable one. */
  readonly limits: RunLimits | null;
  readonly position: Position;
  /** ISO 8601: the first record; '' before it. */
  readonly began: string;
  /** Null before the first record. */
  readonly clock: WorkClock | null;
  /** The wait that the records leave a loop in; null where it continued. */
  readonly wait: RunWait | null;
  /** Null between two iterations. */
  readonly step: RunStep | null;
  /** Parts of its transcripts that dualgate removed; null where it kept everything. */
  readonly removedTranscripts: RemovedTranscripts | null;
  /** How often the suite ran, and for what. */
  readonly suiteRuns: readonly SuiteRuns[];
  /** For every phase that a record mentions. */
  readonly byPhase: Readonly<Record<string, PhaseSums>>;
}

/** The wait that the records leave a loop in: cooldown of its breaker, limit of the provider, or next attempt at a turn. */
export interface RunWait {
  /** No record has a wait for `limits.calls_per_hour`; the one for a person has no time that a record knows. */
  readonly for: Exclude<WaitReason, 'calls' | 'approval'>;
  /** ISO 8601. */
  readonly until: string;
  readonly why: string;
}

export interface RunLimits {
  readonly iterations: number;
  readonly minutes: number;
  /** US dollars. */
  readonly cost: number;
}

export interface PhaseSums {
  /** Decided ones, including rolled-back ones. */
  readonly iterations: number;
  /** The held ones among these. */
  readonly held: number;
  readonly discarded: number;
  /** Milliseconds of the agent's turns, and of test runs. */
  readonly agentMs: number;
  readonly testsMs: number;
  /** Clause → iterations that it held, in the order of the first one. */
  readonly heldBy: readonly (readonly [clause: string, count: number])[];
  /** The last iteration that was held, and why. */
  readonly lastHeld: { readonly iteration: number; readonly reason: string } | null;
  /** Its last exit by both gates; null where there was none. */
  readonly exit: { readonly greenRuns: number | null } | null;
}

/** Before the first record. */
export const NO_SUMS: RunSums = {
  spec: '',
  phases: [],
  limits: null,
  position: startOf([]),
  began: '',
  clock: null,
  wait: null,
  step: null,
  removedTranscripts: null,
  suiteRuns: [],
  byPhase: {},
};

/** From a config of any version in a ledger. Pure. */
export const readPlan = (config: unknown): Pick<RunSums, 'spec' | 'phases' | 'limits' | 'position'> => {
  const spec = read(read(config, 'work'), 'spec');
  const listed = read(config, 'phases');
  const phases = Array.isArray(listed) ? listed.map((phase: unknown) => read(phase, 'phase')).filter(isName) : [];
  const names = [...new Set(phases)];
  return { spec: isName(spec) ? spec : '', phases: names, limits: readLimits(config), position: startOf(names) };
};

const readLimits = (config: unknown): RunLimits | null => {
  const limits = read(config, 'limits');
  const [iterations, minutes, cost] = ['iterations', 'minutes', 'cost'].map((name) => read(limits, name));
  return typeof iterations === 'number' && typeof minutes === 'number' && typeof cost === 'number'
    ? { iterations, minutes, cost }
    : null;
};

const isName = (name: unknown): name is string => typeof name === 'string' && name !== '';

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
