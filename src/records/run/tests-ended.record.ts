/**
 * One test run ended.
 *
 * @module
 */
import type { BuildRun, SuiteCounts, TestCounts } from '../../testing/test-run.ts';
import type { RecordKind } from '../record.ts';

export interface TestsEnded {
  readonly phase: string;
  readonly iteration: number;
  /** The number of the test run within the iteration, from 1. */
  readonly test_run: number;
  readonly green: boolean;
  readonly exit_code: number | null;
  readonly ms: number;
  /** Fingerprint of the sources. */
  readonly tree: string;
  /** The counts of the whole suite, without tests that the baseline lists as skipped or known to fail. */
  readonly counts: TestCounts;
  /** Those of tests that existed before the run began; absent where there were none. */
  readonly existing?: TestCounts;
  readonly problems: readonly string[];
  /** The counts of each suite; absent where the config lists one suite. */
  readonly suites?: readonly SuiteCounts[];
  /** The build before the suite; absent where the config names none, or where it failed. */
  readonly build?: BuildRun;
  /** Only the files with tests that are new since the run began ran, and some fail; absent where the whole suite ran. */
  readonly part?: 'criteria';
}

export const testsEnded: RecordKind<TestsEnded> = {
  meaning: 'one test run ended: its counts, exit code and problems',
  events: ({ test_run: _place, tree: _tree, counts, ...ended }) => [{ type: 'tests.ended', ...ended, ...counts }],
  fold: (state, { data: { part, ms } }) => (part === undefined ? { ...state, suiteMs: ms } : state),
};
