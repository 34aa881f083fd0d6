/** The exit of a phase, by both gates or by an operator, freezes files and tests. */
import type { ChangedTest } from '../evidence/changing/judge-change.ts';
import type { Freeze } from '../evidence/integrity/freeze.ts';
import type { ReopenedOfExit } from './fold/reopened-tests.ts';

/** The files and tests that are frozen from the exit of a phase on (rule 2.7). */
export interface PhaseExit {
  /** Added to what was frozen before: the tests of a phase in which tests must fail. */
  readonly frozen: Freeze;
  /** Ids of all tests at this point: none may be removed. */
  readonly tests: readonly string[];
  /** The ones of these that failed: to a later phase in which tests must fail, they are still new. */
  readonly failing: readonly string[];
  /** Fingerprint of the sources at this point. */
  readonly tree: string;
  /** Git's tree of these same sources, to be committed; absent where the run makes no commits. */
  readonly git_tree?: string;
  /** Tests that an operator reopened in the phase, and that were edited; absent when there are none. */
  readonly reopened?: readonly ReopenedOfExit[];
  /** Earlier tests that a criterion changed in the phase; absent when there are none. */
  readonly changed?: readonly ChangedTest[];
}

/** For the page: of the frozen files and tests, only that there are some. */
export const trimExit = (exit: PhaseExit): PhaseExit => ({ ...exit, frozen: {}, tests: [], failing: [] });
