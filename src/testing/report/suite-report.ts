/**
 * The report of a runner on one test run, and the interface of every reader of such a report. Readers never throw: an
 * unreadable part makes the report incomplete, with a sentence that says so.
 *
 * @module
 */
import type { TestCase, TestCounts, TestRun } from '../test-run.ts';

/** The part of a {@link TestRun} that comes from the report. */
export type SuiteReport = Pick<
  TestRun,
  | 'report_fresh'
  | 'report_complete'
  | 'tests'
  | 'load_failures'
  | 'unhandled_errors'
  | 'problems'
  | 'notes'
  | 'coverage'
>;

/** Reads a report while it is written. */
export interface SuiteReader {
  /** Takes the next bytes, however they are cut. */
  readonly push: (chunk: Buffer) => void;
  /** Takes the next bytes of standard error, where a runner says a part there. */
  readonly pushStderr?: (chunk: Buffer) => void;
  /** Judges the whole; nothing is pushed after it. */
  readonly finish: () => SuiteReport;
}

/** A suite without any tests: an empty baseline, not a broken suite (rule 2.6). */
export const EMPTY_REPORT: SuiteReport = {
  report_fresh: true,
  report_complete: true,
  tests: [],
  load_failures: [],
  unhandled_errors: [],
  problems: [],
};

/** Called as each test ends, with the counts so far. */
export type OnTest = (test: TestCase, counts: TestCounts) => void;

/** The tests that a reader has found. */
interface TestCollection {
  readonly tests: readonly TestCase[];
  readonly counts: () => TestCounts;
  readonly add: (test: TestCase) => void;
}

/** Collects tests, and calls `onTest` for each. */
export const collectTests = (onTest: OnTest): TestCollection => {
  const tests: TestCase[] = [];
  const sums = { passed: 0, failed: 0, skipped: 0 };
  const counts = (): TestCounts => ({
    suite_passing: sums.passed,
    suite_failing: sums.failed,
    suite_skipped: sums.skipped,
  });
  return {
    tests,
    counts,
    add: (test) => {
      tests.push(test);
      sums[test.state] += 1;
      onTest(test, counts());
    },
  };
};

const MOST_NAMED = 10;

/** The failed tests of a report that is not believed, in one sentence: it holds the cause, whatever else is missing. */
export const nameFailed = (tests: readonly TestCase[]): readonly string[] => {
  const failed = tests.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return [];
  const named = failed.slice(0, MOST_NAMED).map(({ name, message = '' }) => {
    const [reason = ''] = message.split('\n');
    return reason === '' ? `"${name}"` : `"${name}" (${reason})`;
  });
  const more = failed.length > MOST_NAMED ? `, and ${failed.length - MOST_NAMED} more` : '';
  return [`the report holds failed tests: ${named.join(', ')}${more}`];
};
