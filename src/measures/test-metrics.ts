/**
 * From a test run to the metrics of conditions. Unmeasured values are left out, not guessed.
 *
 * @module
 */
import type { Metrics } from '../../gates/metrics.ts';
import type { TestsExpectation } from '../../gates/phase.ts';
import { distinctTests, testId } from '../testing/is-green.ts';
import { findEmptySuites } from '../testing/join-suite-runs.ts';
import type { LineCoverage, TestCase, TestRun } from '../testing/test-run.ts';
import { type Baseline, leftOut } from '../evidence/baseline.ts';

/**
 * The metrics of the last test run of an iteration (rules 1.4, 2.2, 2.3, 2.5).
 *
 * @param existing - ids of the tests that were there before; by default those of the baseline that passed
 * @param guarding - ids of new tests that may pass where new tests must fail
 */
export const measureTests = (
  run: TestRun,
  baseline: Baseline,
  expectation: TestsExpectation,
  existing: ReadonlySet<string> = new Set(baseline.passing),
  guarding: ReadonlySet<string> = new Set(),
): Metrics => {
  const report = {
    report_fresh: run.report_fresh,
    report_complete: run.report_complete,
    ...(run.exit_code === null ? {} : { runner_exit_code: explainedExitCode(run, baseline) }),
  };
  if (!run.report_fresh || !run.report_complete) return report;

  const ignored = leftOut(baseline);
  const counted = run.tests.filter((test) => !ignored.has(testId(test)));
  const reported = new Set(run.tests.map(testId));
  const old = distinctTests(counted.filter((test) => existing.has(testId(test))));
  const asked =
    expectation === 'must_fail'
      ? distinctTests(
          counted.filter((test) => !existing.has(testId(test)) && !guarding.has(testId(test))),
          'must_fail',
        )
      : distinctTests(counted);
  return {
    ...report,
    tests_total: asked.length,
    tests_passing: inState(asked, 'passed'),
    tests_failing: inState(asked, 'failed'),
    tests_skipped: inState(asked, 'skipped'),
    ...(expectation === 'must_fail' ? countOwnErrors(asked) : {}),
    existing_total: old.length + [...existing].filter((id) => !reported.has(id)).length,
    existing_passing: inState(old, 'passed'),
    existing_failing: inState(old, 'failed'),
    unhandled_errors: run.unhandled_errors.length,
    // A suite that shows nothing is no better than one that does not load.
    suite_load_failures:
      run.load_failures.length + (expectation === 'must_pass' ? findEmptySuites(run, ignored).length : 0),
    ...(run.coverage === undefined ? {} : { coverage_lines: percentOf(run.coverage) }),
  };
};

/** Not all runners tell: 0 of them would be no measurement. */
const countOwnErrors = (asked: readonly TestCase[]): Metrics => {
  const tests_with_own_error = asked.filter(({ failure }) => failure === 'own_error').length;
  return tests_with_own_error === 0 ? {} : { tests_with_own_error };
};

/** Rounded down: 79.9 percent are not 80. */
const percentOf = ({ covered, total }: LineCoverage): number => Math.floor((100 * covered) / total);
/**
 * The tests of the criteria alone show only that some fail. Sums over the whole suite were not measured, and the floor
 * asks for them in every phase: no phase exits on these metrics.
 */
export const measurePart = (
  run: TestRun,
  baseline: Baseline,
): Omit<Metrics, 'tests_total' | 'tests_passing' | 'existing_total' | 'existing_passing' | 'existing_failing'> => {
  const ignored = leftOut(baseline);
  return {
    report_fresh: run.report_fresh,
    report_complete: run.report_complete,
    ...(run.exit_code === null ? {} : { runner_exit_code: run.exit_code }),
    tests_failing: inState(
      distinctTests(run.tests).filter((test) => !ignored.has(testId(test))),
      'failed',
    ),
    unhandled_errors: run.unhandled_errors.length,
    suite_load_failures: run.load_failures.length,
  };
};

const inState = (tests: readonly TestCase[], state: TestCase['state']): number =>
  tests.filter((test) => test.state === state).length;

/** A runner exits non-zero over tests that are known to fail too: when they alone explain it, it counts as 0. */
const explainedExitCode = (run: TestRun, baseline: Baseline): number => {
  const { known_failing } = baseline;
  const failed = run.tests.filter(({ state }) => state === 'failed').map(testId);
  const known = new Set(known_failing);
  const explained = failed.length > 0 && failed.every((id) => known.has(id));
  const clean = run.load_failures.length === 0 && run.unhandled_errors.length === 0;
  const code = explained && clean ? 0 : (run.exit_code ?? 1);
  // Known failures that explain the exit code of one suite do not explain that of another.
  const ofSuites = (run.suites ?? []).map((suite) => explainedExitCode(suite, baseline));
  return [code, ...ofSuites].find((each) => each !== 0) ?? 0;
};
