/**
 * How a run begins, resumes and ends.
 *
 * @module
 */
import type { TurnUsage } from '../../../gates/iteration.ts';
import type { BreakerRules, Ending } from '../../../machines/index.ts';
import type { Baseline } from '../../evidence/baseline.ts';
import type { ListsAtStart } from '../../evidence/plans.ts';
import type { Freeze } from '../../integrity/freeze.ts';
import type { SourceListing } from '../../sources/source-listing.ts';
import type { SuiteRuns } from '../suite-runs.ts';
import type { GivenThreshold } from '../given-threshold.ts';
import type { BranchStart, RunMove } from '../run-branch.ts';
import type { RecordKind } from './record-kind.ts';

/** The programs that wrote the record. */
interface Versions {
  /** The version of dualgate. */
  readonly dualgate: string;
  /** The version of Node. */
  readonly node: string;
}

export interface RunStarted {
  /** The id of the run. */
  readonly run: string;
  /**
   * The complete config, with defaults. A value of `agent.env` is an HMAC under a key beside the anchors.
   */
  readonly config: unknown;
  /** The hash of the config: a run resumes only under the same config. */
  readonly config_hash: string;
  /** The tests as they were before the run. */
  readonly baseline: Baseline;
  /** The files that are frozen from the start: the criteria, the config and more (rule 2.7). */
  readonly frozen: Freeze;
  /** The number of acceptance criteria. */
  readonly criteria: number;
  /** Ids of the criteria that have one. */
  readonly criterion_ids: readonly string[];
  /** Ids of those that the spec marks as guards; absent without any. */
  readonly criterion_guards?: readonly string[];
  /** How the sources are listed, for the whole run. */
  readonly sources: SourceListing;
  /** Fingerprint of the sources. */
  readonly tree: string;
  /** The commit of HEAD; null without one. */
  readonly head: string | null;
  /** The dualgate and the Node that wrote the record. */
  readonly versions: Versions;
  /** The branch of the run; absent where it makes no commits. */
  readonly branch?: BranchStart;
  /** When the circuit breaker opens. */
  readonly breaker: BreakerRules;
  /** The items of plans and tasks at the start; absent where the config names none. */
  readonly lists?: ListsAtStart;
  /** The indicator threshold of an operator; absent where that of the config applies. */
  readonly exit_threshold?: GivenThreshold;
  /** The runs of the suite for the baseline. Absent where nothing counted them. */
  readonly suite_runs?: readonly SuiteRuns[];
}

export const runStarted: RecordKind<RunStarted> = {
  meaning: 'a run began: its config, the tests before it, the frozen files, how the sources are listed, versions',
  // The event `run.started` comes from the loop, before the baseline of tests is taken.
  toEvents: () => [],
};

export interface RunResumed {
  /** Fingerprint of the sources. */
  readonly tree: string;
  /** Processes that the ended run had left running and that were ended, as `pid command`. */
  readonly ended: readonly string[];
  /** The run resumed by itself: used iterations and the breaker are unchanged. Absent where an operator resumed it. */
  readonly automatic?: true;
  /** The dualgate and the Node that resume it. */
  readonly versions?: Versions;
  /** The indicator threshold of an operator, from here on; absent where it is unchanged. */
  readonly exit_threshold?: GivenThreshold;
  /** The place of the run on another machine, from here on; absent where it stays. */
  readonly moved?: RunMove;
}

export const runResumed: RecordKind<RunResumed> = {
  meaning: 'an ended or interrupted run resumes',
  toEvents: () => [],
};

/** The last record, unless the run resumes. */
export type RunEnded = Ending & { readonly exit_code: number; readonly usage?: TurnUsage };

export const runEnded: RecordKind<RunEnded> = {
  meaning: 'the run ended: its status and exit code',
  toEvents: (ended) => [{ type: 'run.ended', ...ended }],
};
