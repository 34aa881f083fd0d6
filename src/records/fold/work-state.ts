/** A run's facts about its work: the shape that its records are folded into, and its start. */
import { NO_DEADLOCKS } from '../../../gates/deadlocks.ts';
import type { Decision } from '../../../gates/decide.ts';
import type { Guard } from '../../../gates/record-parts.ts';
import type { Deadlocks, IterationRecord, TurnUsage } from '../../../gates/iteration.ts';
import { type Breaker, closedBreaker, type Ending } from '../../../machines/index.ts';
import type { ChangedTest } from '../../evidence/changing/judge-change.ts';
import type { Freeze } from '../../evidence/integrity/freeze.ts';
import type { Baseline } from '../../evidence/baseline.ts';
import type { SourceListing } from '../../project/sources/fingerprint.ts';
import type { SpecCriteria } from '../../evidence/criteria.ts';
import type { ReviewAnswer } from '../../evidence/review/read-verdict.ts';
import type { RunBranch } from '../run-branch.ts';
import type { EndedSession } from '../session-completed.ts';
import type { ConfigChange } from '../config-change.ts';
import type { OpenApproval } from './open-approval.ts';
import { NO_PRESET_STATE, type PresetState } from './preset-state.ts';
import { NOTHING_SEEN, type Seen } from './progress.ts';
import { type ReopenedTest, NO_WRITES, type SuiteWrites } from './reopened-tests.ts';
import { NO_SUMS, type RunSums } from './run-sums.ts';
import { NO_SPENDING, type Spending } from './spending.ts';

interface Given {
  readonly phase: string;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Every operator command of the run so far, in order. */
export interface GivenCommands {
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
    /** The changed keys of an accepted config; absent when none was accepted. */
    readonly config?: readonly ConfigChange[];
  })[];
  readonly reopened: readonly ReopenedTest[];
  /** Back to the exit of `phase`. */
  readonly rollbacks: readonly (Given & { readonly reason: string; readonly commit: string })[];
  readonly guidance: readonly (Given & { readonly text: string })[];
  readonly aborted: { readonly by: string; readonly reason: string; readonly at: string } | null;
}

/** The unfinished parts of a killed loop. */
export interface OpenEnds {
  /** The turn that began and has no decision; null between two. */
  readonly startedTurn: { readonly phase: string; readonly iteration: number; readonly attempt: number } | null;
  /** The session that the agent ended, from the last decision: `session.completed` would follow directly. */
  readonly session: EndedSession | null;
  /** The exit that was decided or forced and has no `phase.exited` yet. */
  readonly pendingExit: PhaseExited | null;
  /** The operator who completes all work by force, and why: no phase is active any more. */
  readonly forcing: { readonly by: string; readonly reason: string } | null;
  /** How the work was halted and why; null while no person is needed. */
  readonly halt: Ending | null;
  /** The exit that waits for a person; absent where none does. */
  readonly approval?: OpenApproval;
  /** How often in a row the loop was resumed without a recorded end, and without a decision in between. */
  readonly kills: number;
}

export interface PhaseExited {
  readonly phase: string;
  readonly iteration: number;
  readonly forced_exit: boolean;
  /** The operator who forced it; absent where both gates agreed. */
  readonly by?: string;
  /** Why the operator forced it, in their words. */
  readonly reason?: string;
}

/** The last record, unless the run resumes. */
export type RunEnded = Ending & { readonly exit_code: number; readonly usage?: TurnUsage };

export type KnownReview = ReviewAnswer & { readonly reviewer: string };

/** The basis of later phases, as it was at an exit. */
export type ExitState = Pick<
  WorkState,
  'frozen' | 'tests' | 'failing' | 'guards' | 'phaseTree' | 'baseline' | 'criteria' | 'changed'
>;

export interface Decided {
  readonly record: IterationRecord;
  readonly decision: Decision;
}

export interface WorkState extends GivenCommands, PresetState {
  /** Empty until the run began. */
  readonly run: string;
  /** The config that rules the run; it must be the same when the run resumes. */
  readonly configHash: string;
  readonly baseline: Baseline;
  /** How the sources are listed; null outside of a run. */
  readonly sources: SourceListing | null;
  /** The files that the suite writes for itself, in addition to the config's. */
  readonly writes: SuiteWrites;
  readonly frozen: Freeze;
  /** Acceptance criteria of the frozen spec; null outside of a run. */
  readonly criteria: SpecCriteria | null;
  /** Ids of tests that must not be removed. */
  readonly tests: readonly string[];
  /** The ones among these that failed when the last phase was exited. */
  readonly failing: readonly string[];
  /** Earlier tests that a criterion changed, at exits up to now. */
  readonly changed: readonly ChangedTest[];
  /** The agent's lines of this phase that name changed tests. */
  readonly declared: readonly string[];
  /** Criteria that held when a phase was exited whose tests must fail. */
  readonly guards: readonly Guard[];
  /** Fingerprint when the phase began. */
  readonly phaseTree: string;
  /** Decided iterations of the phase. */
  readonly iteration: number;
  /** Discarded turns since the last decision. */
  readonly discarded: number;
  /** The ones among these that reached a limit of the provider. */
  readonly limits: number;
  /** The ones among these after which no test ran. */
  readonly untested: number;
  /** The agent's session that the next turn of the phase may continue; null when there is none that went well. */
  readonly session: string | null;
  /** Sums over all turns that reported their usage, discarded ones included; null when none did. */
  readonly usage: { readonly run: TurnUsage | null; readonly phases: Readonly<Record<string, TurnUsage>> };
  /** Decided iterations of the phase, and of the run, since the last resume. */
  readonly iterationsUsed: number;
  readonly runIterationsUsed: number;
  /** Start of the run or of its last resume: the start of `limits.minutes`. ISO 8601. */
  readonly since: string;
  /** When the phase began, or the same: the start of `limits.max_minutes` of the phase. ISO 8601. */
  readonly phaseSince: string;
  readonly spending: Spending;
  readonly breaker: Breaker;
  readonly deadlocks: Deadlocks;
  /** The values that the phase has had: they are no progress when they return. */
  readonly seen: Seen;
  /** How long the last run of the whole suite took, in milliseconds; 0 before the first. */
  readonly suiteMs: number;
  readonly last:
    | ({ readonly tree: string; readonly head: string | null } & Pick<IterationRecord, 'metrics' | 'measured'>)
    | null;
  /** The last decision, until the phase is exited: it goes into the next prompt. */
  readonly held: Decided | null;
  /** The phase that was exited last, and the decision on it; null for a forced exit. */
  readonly lastExit: { readonly phase: string; readonly decided: Decided | null } | null;
  /** Ids of tests that were missing in the last decided iteration. */
  readonly gone: readonly string[];
  /** Null where the run makes no commits. */
  readonly branch: RunBranch | null;
  /** Phase → the frozen files at its last exit: a rollback returns to these. */
  readonly exits: Readonly<Record<string, ExitState>>;
  /** The commit that the run began at; null where there was none. */
  readonly base: string | null;
  /** From the last mutation check that held nothing: the checked code. */
  readonly mutationChecked: string | null;
  /** Fingerprint of sources → the verdict of the review about them; answers without a verdict are not kept. */
  readonly reviews: Readonly<Record<string, KnownReview>>;
  readonly ending: RunEnded | null;
  /** The facts about the run that people see. */
  readonly sums: RunSums;
  /** The unfinished parts to close before a killed run resumes. */
  readonly openEnds: OpenEnds;
}

const NO_COMMANDS: GivenCommands = {
  forced: [],
  resets: [],
  accepted: [],
  reopened: [],
  rollbacks: [],
  guidance: [],
  aborted: null,
};

export const withoutApproval = ({ approval: _over, ...ends }: OpenEnds): OpenEnds => ends;

export const NOTHING_OPEN: OpenEnds = {
  startedTurn: null,
  session: null,
  pendingExit: null,
  forcing: null,
  halt: null,
  kills: 0,
};

export const EMPTY_BASELINE: Baseline = { passing: [], skipped: [], known_failing: [] };

/** Before the first record. */
export const UNSTARTED: WorkState = {
  run: '',
  configHash: '',
  baseline: EMPTY_BASELINE,
  sources: null,
  writes: NO_WRITES,
  frozen: {},
  criteria: null,
  tests: [],
  failing: [],
  changed: [],
  declared: [],
  guards: [],
  phaseTree: '',
  iteration: 0,
  discarded: 0,
  limits: 0,
  untested: 0,
  session: null,
  usage: { run: null, phases: {} },
  iterationsUsed: 0,
  runIterationsUsed: 0,
  since: '',
  phaseSince: '',
  spending: NO_SPENDING,
  breaker: closedBreaker(),
  deadlocks: NO_DEADLOCKS,
  seen: NOTHING_SEEN,
  suiteMs: 0,
  last: null,
  held: null,
  lastExit: null,
  gone: [],
  base: null,
  mutationChecked: null,
  reviews: {},
  ...NO_COMMANDS,
  branch: null,
  exits: {},
  ...NO_PRESET_STATE,
  ending: null,
  sums: NO_SUMS,
  openEnds: NOTHING_OPEN,
};
