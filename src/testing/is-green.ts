/**
 * The verdict on one test run: green or not, 100 % or nothing (rules 1.4, 1.5, 2.3).
 *
 * @module
 */
import type { TestCase, TestCounts, TestRun } from './test-run.ts';

/** The name of a test across runs: `file > suite > title`. */
export const testId = ({ file, name }: Pick<TestCase, 'file' | 'name'>): string => `${file} > ${name}`;

/**
 * Whether all counted tests passed, and at least one did. A non-zero exit code must be explained:
 * it is accepted only if all failures of the run are ignored tests.
 *
 * @param ignore - ids ({@link testId}) of tests that are known to fail, or were skipped, when the run of the loop began
 */
export const isGreen = (run: TestRun, ignore: ReadonlySet<string>): boolean => {
  const counted = run.tests.filter((test) => !ignore.has(testId(test)));
  const hasIgnoredFailure = run.tests.some((test) => test.state === 'failed' && ignore.has(testId(test)));
  return (
    run.ended === 'exited' &&
    run.report_fresh &&
    run.report_complete &&
    run.load_failures.length === 0 &&
    run.unhandled_errors.length === 0 &&
    counted.length > 0 &&
    counted.every(({ state }) => state === 'passed') &&
    (run.exit_code === 0 || (run.exit_code !== null && hasIgnoredFailure)) &&
    // With several suites, none replaces another.
    (run.suites ?? []).every((suite) => isGreen(suite, ignore))
  );
};

/** Counts a run without the tests to ignore (rule 1.4); `suite_total` is the sum of the other three. */
export const countTests = (
  run: Pick<TestRun, 'tests'>,
  ignore: ReadonlySet<string>,
): TestCounts & { readonly suite_total: number } => {
  const counted = run.tests.filter((test) => !ignore.has(testId(test)));
  const count = (state: TestCase['state']): number => counted.filter((test) => test.state === state).length;
  return {
    suite_total: counted.length,
    suite_passing: count('passed'),
    suite_failing: count('failed'),
    suite_skipped: count('skipped'),
  };
};
