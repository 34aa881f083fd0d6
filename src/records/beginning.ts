/**
 * What a run reads once, when it begins: its criteria, its lists, and an operator's threshold.
 *
 * @module
 */

/** The acceptance criteria of the spec (RULES 2.7). */
export interface SpecCriteria {
  readonly count: number;
  /** Of those that have one. */
  readonly ids: readonly string[];
}

/** A list as it was when the run began. */
export interface ListAtStart {
  /** Relative to the workspace. */
  readonly path: string;
  /** Names of all items that counted, ticked or not. */
  readonly items: readonly string[];
}

/** Absent where the config names none, or none was there. */
export type ListsAtStart = { readonly [K in 'plans' | 'tasks']?: ListAtStart };

/** An operator's indicator threshold, as it is recorded when the run begins or resumes (spec 000). */
export interface GivenThreshold {
  /** 1 or more. */
  readonly threshold: number;
  readonly from: '--exit-threshold' | 'CUB_EXIT_THRESHOLD';
  readonly by: string;
}
