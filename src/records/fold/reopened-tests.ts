/** Frozen tests that an operator reopened (rule 2.7): at most one is open. */
import type { ChangedTest } from '../../evidence/changing/judge-change.ts';
import type { Freeze } from '../../evidence/integrity/freeze.ts';

// Files that the suite writes for itself: found, proposed, accepted by an operator. Nothing is excluded before that. Pure.

/** The files that the test runs of one iteration wrote. */
export interface WriteDetection {
  /** Globs that would exclude the files that each test run writes, and no other source. */
  readonly proposed: readonly string[];
  /** Files that each test run writes, in path order: the globs are made for them. */
  readonly written: readonly string[];
  /** Files that each test run writes and that are not proposed: path → why, and the way out. */
  readonly withheld: Readonly<Record<string, string>>;
  /** Files that changed while no test ran. */
  readonly background: readonly string[];
}

export interface SuiteWrites {
  /** Globs that no longer match any source. */
  readonly accepted: readonly string[];
  /** Globs that an operator may accept unchanged. */
  readonly proposed: readonly string[];
  /** Files that test runs made themselves: the reason for the proposals. */
  readonly found: readonly string[];
  /** All files that test runs wrote. */
  readonly seen: readonly string[];
}

export const NO_WRITES: SuiteWrites = { accepted: [], proposed: [], found: [], seen: [] };

export interface ReopenedTest {
  readonly phase: string;
  readonly by: string;
  readonly reason: string;
  /** ISO 8601. */
  readonly at: string;
  /** The file, relative to the workspace. */
  readonly file: string;
  /** The id of the test; null: any one test of the file. After an edit, the edited one. */
  readonly test: string | null;
  /** `frozen`: edited, and frozen in its new form. `closed`: never edited, or rolled back. */
  readonly state: 'open' | 'frozen' | 'closed';
}

/** An edit that counts, in the record of its iteration. */
export interface JudgedEdit {
  /** Relative to the workspace. */
  readonly file: string;
  /** The id of the edited test. */
  readonly test: string;
  /** The file as it is frozen from here on. */
  readonly frozen: string;
}

type Reopened = readonly ReopenedTest[];

export const findOpen = (reopened: Reopened): ReopenedTest | null =>
  reopened.find(({ state }) => state === 'open') ?? null;

export const closeOpen = (reopened: Reopened): Reopened =>
  reopened.map((each) => (each.state === 'open' ? { ...each, state: 'closed' } : each));

/** The edits of phases that a rollback undoes do not count any more. @param left - phases whose exit stays */
export const undoAfter = (reopened: Reopened, left: readonly string[]): Reopened =>
  reopened.map((each) => (left.includes(each.phase) ? each : { ...each, state: 'closed' }));

/** The state of the work with the edited test frozen in its new form. */
export const freezeEdit = <T extends { readonly frozen: Freeze; readonly reopened: Reopened }>(
  state: T,
  edit: JudgedEdit | undefined,
): T =>
  edit === undefined
    ? state
    : {
        ...state,
        frozen: { ...state.frozen, [edit.file]: edit.frozen },
        reopened: state.reopened.map((each) =>
          each.state === 'open' ? { ...each, test: edit.test, state: 'frozen' } : each,
        ),
      };

/** For the commit of an exit: who reopened a test of the phase, and why. */
export interface ReopenedOfExit {
  /** The file, relative to the workspace. */
  readonly file: string;
  /** The id of the edited test. */
  readonly test: string;
  /** The operator. */
  readonly by: string;
  /** Why, in the operator's words. */
  readonly reason: string;
}

export const reopenedIn = (reopened: Reopened, phase: string): readonly ReopenedOfExit[] =>
  reopened.flatMap(({ phase: of, state, file, test, by, reason }) =>
    of === phase && state === 'frozen' && test !== null ? [{ file, test, by, reason }] : [],
  );

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
