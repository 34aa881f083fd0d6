/**
 * A runner that ended without running a test: a crash, out of memory, killed, a missing program. It measured nothing. A
 * project without tests, a file that does not load and an error outside of a test are results, and a time limit was
 * given.
 *
 * @module
 */
import type { TestRun } from './test-run.ts';

/** With several suites: the first of them that ended so. */
export const findEndWithoutTest = (run: TestRun): TestRun | null => (run.suites ?? [run]).find(isEmptyEnd) ?? null;

const isEmptyEnd = (run: TestRun): boolean =>
  run.tests.length + run.load_failures.length + run.unhandled_errors.length === 0 &&
  (run.ended === 'missing' || (run.ended === 'exited' && run.exit_code !== 0 && run.problems.length > 0));
