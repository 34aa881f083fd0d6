/**
 * Frozen tests that an operator reopened (rule 2.7): at most one is open. It closes with its first edit that counts,
 * or at the end of the phase.
 */
import type { Freeze } from '../../evidence/integrity/freeze.ts';

// A run's facts about the files that its suite writes for itself: found, proposed, and accepted by an operator; pure. Nothing
// is excluded before it is accepted.

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

/** The last proposal applies; earlier files may still exist. */
export const foldWriteDetection = (
  { accepted, found, seen }: SuiteWrites,
  { proposed, written, withheld }: WriteDetection,
): SuiteWrites => ({
  accepted,
  proposed,
  found: union(
    found.filter((path) => !Object.hasOwn(withheld, path)),
    written,
  ),
  seen: union(seen, [...written, ...Object.keys(withheld)]),
});

const union = (some: readonly string[], more: readonly string[]): readonly string[] =>
  [...new Set([...some, ...more])].sort();

export const acceptWrites = (writes: SuiteWrites, globs: readonly string[]): SuiteWrites => ({
  ...writes,
  accepted: [...writes.accepted, ...globs],
  proposed: writes.proposed.filter((glob) => !globs.includes(glob)),
});

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
