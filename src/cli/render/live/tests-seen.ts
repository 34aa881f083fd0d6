/**
 * Counts of the tests while they run, and the number of tests of the last run; pure.
 *
 * @module
 */
import type { RunEvent } from '../../../records/run-events.ts';
import type { TestCounts } from '../../../testing/test-run.ts';
import type { SeenCounts } from '../tally.ts';

export interface TestsSeen {
  /** For the current or the last test run; null before the first one of the phase. */
  readonly counts: SeenCounts | null;
  /** A test run is active, and has reported a test. */
  readonly isRunning: boolean;
  /** Test runs that ended in this iteration, or in the baseline. */
  readonly runs: number;
  /** The number of tests of the last full run; 0 before it. */
  readonly expected: number;
}

export const NO_TESTS: TestsSeen = { counts: null, isRunning: false, runs: 0, expected: 0 };

type TestEvent = Extract<RunEvent, { readonly type: 'test.passed' | 'test.failed' | 'test.skipped' | 'tests.ended' }>;

export const countTests = (seen: TestsSeen, event: TestEvent): TestsSeen => {
  const { suite_passing, suite_failing, suite_skipped } = event;
  const counts = { suite_passing, suite_failing, suite_skipped };
  if (event.type !== 'tests.ended') return { ...seen, counts, isRunning: true };
  const expected = event.part === undefined ? sumOf(counts) : seen.expected;
  const { existing } = event;
  return {
    counts: existing === undefined ? counts : { ...counts, existing },
    isRunning: false,
    runs: seen.runs + 1,
    expected,
  };
};

export const sumOf = ({ suite_passing, suite_failing, suite_skipped }: TestCounts): number =>
  suite_passing + suite_failing + suite_skipped;
