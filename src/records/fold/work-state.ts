/**
 * What a run knows of its work: the shape that its records are folded into, and its beginning.
 *
 * @module
 */
import { NO_DEADLOCKS } from '../../../gates/deadlocks.ts';
import type { Decision } from '../../../gates/decide.ts';
import type { Deadlocks, IterationRecord, TurnUsage } from '../../../gates/iteration.ts';
import { type Breaker, closedBreaker, type Settlement } from '../../../machines/index.ts';
import type { Freeze } from '../../integrity/freeze.ts';
import { EMPTY_INVENTORY, type Inventory } from '../../evidence/inventory.ts';
import type { ToldSources } from '../../sources/told-sources.ts';
import type { SpecCriteria } from '../../evidence/criteria.ts';
import type { RunBranch } from '../run-branch.ts';
import type { EndedSession } from '../session-completed.ts';
import type { LedgerData } from '../catalogue/records.ts';
import { NO_PRESET_STATE, type PresetState } from './preset-state.ts';
import { NOTHING_SEEN, type Seen } from './progress.ts';
import { NO_SUMS, type RunSums } from './run-sums.ts';
import { NOTHING_SPENT, type Spending } from './spending.ts';
import { NO_WRITES, type SuiteWrites } from './suite-writes.ts';

interface Given {
  readonly phase: string;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Every order of the run so far, in order. */
export interface OrdersGiven {
  readonly forced: readonly (Given & { readonly reason: string })[];
  readonly resets: readonly (Given & { readonly reason: string })[];
  readonly accepted: readonly (Given & {
    readonly reason: string;
    /** Paths, relative to the workspace. */
    readonly files: readonly string[];
    /** Ids of tests. */
    readonly tests: readonly string[];
    /** Globs; absent when there are none. */
    readonly writes?: readonly string[];
  })[];
  /** Back to the exit of `phase`. */
  readonly rollbacks: readonly (Given & { readonly reason: string; readonly commit: string })[];
  readonly guidance: readonly (Given & { readonly text: string })[];
  readonly aborted: { readonly by: string; readonly reason: string; readonly at: string } | null;
}

/** What a killed loop leaves open. */
export interface OpenEnds {
  /** The turn that was begun and came to no decision; null between two. */
  readonly begun: Pick<LedgerData['turn.begun'], 'phase' | 'iteration' | 'attempt'> | null;
  /** What the last decision says of a session that the agent ended in it: `session.completed` would stand right behind it. */
  readonly session: EndedSession | null;
  /** The exit that was decided or forced, and whose `phase.left` is not there. */
  readonly leaving: LedgerData['phase.left'] | null;
  /** Who completes the whole work by force, and why: no phase of it is worked at any more. */
  readonly forcing: { readonly by: string; readonly reason: string } | null;
  /** How the work was halted and why; null while nobody has to be asked. */
  readonly halt: Settlement | null;
  /** Times in a row that the loop was gone on with although it had said no end, and nothing was decided in between. */
  readonly kills: number;
}

/** What a later phase goes by, as it was at an exit. */
export type ExitStanding = Pick<WorkState, 'frozen' | 'tests' | 'failing' | 'phaseTree' | 'inventory' | 'criteria'>;

export interface Decided {
  readonly record: IterationRecord;
  readonly decision: Decision;
}

export interface WorkState extends OrdersGiven, PresetState {
  /** Empty until the run began. */
  readonly run: string;
  /** What the run goes by; it must be the same when it goes on. */
  readonly configHash: string;
  readonly inventory: Inventory;
  /** What tells the sources; null outside of a run. */
  readonly sources: ToldSources | null;
  /** What the suite writes for itself, besides what the config says. */
  readonly writes: SuiteWrites;
  readonly frozen: Freeze;
  /** Acceptance criteria of the frozen spec; null outside of a run. */
  readonly criteria: SpecCriteria | null;
  /** Ids of tests that may not go. */
  readonly tests: readonly string[];
  /** Of these, the ones that failed when the last phase was left. */
  readonly failing: readonly string[];
  /** Fingerprint when the phase began. */
  readonly phaseTree: string;
  /** Decided iterations of the phase. */
  readonly iteration: number;
  /** Void turns since the last decision. */
  readonly voids: number;
  /** Of these, those that ran into a limit of the provider. */
  readonly limits: number;
  /** The agent's session that the next turn of the phase may go on with; null when there is none that went well. */
  readonly session: string | null;
  /** Sums over all turns that told of their usage, void ones included; null when none did. */
  readonly usage: { readonly run: TurnUsage | null; readonly phases: Readonly<Record<string, TurnUsage>> };
  /** Decided iterations of the phase, and of the run, since the last resume. */
  readonly allowanceUsed: number;
  readonly runAllowanceUsed: number;
  /** Start of the run or of its last resume: what `limits.minutes` counts from. ISO 8601. */
  readonly since: string;
  /** When the phase began, or the same: what `limits.max_minutes` of the phase counts from. ISO 8601. */
  readonly phaseSince: string;
  readonly spending: Spending;
  readonly breaker: Breaker;
  readonly deadlocks: Deadlocks;
  /** Where the phase has been: what is no progress when it comes again. */
  readonly seen: Seen;
  /** How long the last run of the whole suite took, in milliseconds; 0 before the first. */
  readonly suiteMs: number;
  readonly last:
    | ({ readonly tree: string; readonly head: string | null } & Pick<IterationRecord, 'metrics' | 'measured'>)
    | null;
  /** The last decision, until the phase is left: it goes into the next prompt. */
  readonly held: Decided | null;
  /** The phase that was exited last, and the decision on it; null for a forced exit. */
  readonly lastExit: { readonly phase: string; readonly decided: Decided | null } | null;
  /** Ids of tests that the last decided iteration missed. */
  readonly gone: readonly string[];
  /** Null where the run makes no commits. */
  readonly branch: RunBranch | null;
  /** Phase → what was held fast at its last exit: there the work goes back to. */
  readonly exits: Readonly<Record<string, ExitStanding>>;
  /** The commit that the run began at; null where there was none. */
  readonly base: string | null;
  /** Of the last probe that held nothing: what was probed. */
  readonly probed: string | null;
  readonly settled: LedgerData['run.settled'] | null;
  /** What people are told of the run as a whole. */
  readonly sums: RunSums;
  /** What is to be closed before a killed run goes on. */
  readonly openEnds: OpenEnds;
}

const NO_ORDERS: OrdersGiven = {
  forced: [],
  resets: [],
  accepted: [],
  rollbacks: [],
  guidance: [],
  aborted: null,
};

export const NOTHING_OPEN: OpenEnds = {
  begun: null,
  session: null,
  leaving: null,
  forcing: null,
  halt: null,
  kills: 0,
};

/** Before the first record. */
export const UNSTARTED: WorkState = {
  run: '',
  configHash: '',
  inventory: EMPTY_INVENTORY,
  sources: null,
  writes: NO_WRITES,
  frozen: {},
  criteria: null,
  tests: [],
  failing: [],
  phaseTree: '',
  iteration: 0,
  voids: 0,
  limits: 0,
  session: null,
  usage: { run: null, phases: {} },
  allowanceUsed: 0,
  runAllowanceUsed: 0,
  since: '',
  phaseSince: '',
  spending: NOTHING_SPENT,
  breaker: closedBreaker(),
  deadlocks: NO_DEADLOCKS,
  seen: NOTHING_SEEN,
  suiteMs: 0,
  last: null,
  held: null,
  lastExit: null,
  gone: [],
  base: null,
  probed: null,
  ...NO_ORDERS,
  branch: null,
  exits: {},
  ...NO_PRESET_STATE,
  settled: null,
  sums: NO_SUMS,
  openEnds: NOTHING_OPEN,
};
