/**
 * How a run begins, goes on and ends.
 *
 * @module
 */
import type { TurnUsage } from '../../../gates/iteration.ts';
import type { BreakerRules, Settlement } from '../../../machines/index.ts';
import type { Inventory } from '../../evidence/inventory.ts';
import type { ListsAtStart } from '../../evidence/plans.ts';
import type { Freeze } from '../../integrity/freeze.ts';
import type { ToldSources } from '../../sources/told-sources.ts';
import type { GivenThreshold } from '../given-threshold.ts';
import type { BranchStart } from '../run-branch.ts';
import type { RecordKind } from './record-kind.ts';

/** Of the programs that wrote the record. */
interface Versions {
  readonly dualgate: string;
  readonly node: string;
}

export interface RunStarted {
  readonly run: string;
  readonly config: unknown;
  readonly config_hash: string;
  readonly inventory: Inventory;
  /** The criteria and the config, frozen from the start (RULES 2.7). */
  readonly frozen: Freeze;
  readonly criteria: number;
  /** Ids of the criteria that have one. */
  readonly criterion_ids: readonly string[];
  /** What tells the sources, for the whole run. Absent in ledgers before 0.2: then git does. */
  readonly sources?: ToldSources;
  readonly tree: string;
  readonly head: string | null;
  readonly versions: Versions;
  /** Absent where the run makes no commits. */
  readonly branch?: BranchStart;
  /** Absent in ledgers before 0.2: then the defaults. */
  readonly breaker?: BreakerRules;
  /** Lists of plans and tasks; absent where the config names none. */
  readonly lists?: ListsAtStart;
  /** An operator's; absent where the config's holds. */
  readonly exit_threshold?: GivenThreshold;
}

export const runStarted: RecordKind<RunStarted> = {
  meaning:
    'a run began: its config and the hash of it, the hash of the spec, the inventory of tests, what tells the sources, versions',
  // The event `run.started` comes from the loop, before the baseline of tests is taken.
  toEvents: () => [],
};

export interface RunResumed {
  readonly tree: string;
  readonly ended: readonly string[];
  /** Nobody asked for it: what was used up (but for time), and the breaker, stay as they were. Absent where somebody did. */
  readonly unasked?: true;
  /** What goes on with it. */
  readonly versions?: Versions;
  /** An operator's, from here on; absent where it stays as it was. */
  readonly exit_threshold?: GivenThreshold;
}

export const runResumed: RecordKind<RunResumed> = {
  meaning: 'an ended or interrupted run goes on, with a new allowance of iterations',
  toEvents: () => [],
};

/** `usage`: of the whole run, absent when no turn told of any. */
export type RunSettled = Settlement & { readonly exit_code: number; readonly usage?: TurnUsage };

export const runSettled: RecordKind<RunSettled> = {
  meaning: 'the run ended: its status and exit code',
  toEvents: (ended) => [{ type: 'run.settled', ...ended }],
};
