/**
 * Names what fails (RULES 4.4): tests by their ids, files that do not load and checks by their names, in one short hash.
 * What they say is left out, since whoever writes the code could say something else each time.
 *
 * @module
 */
import type { CheckResult } from '../../../gates/iteration.ts';
import { testId } from '../../testing/is-green.ts';
import type { TestRun } from '../../testing/test-run.ts';
import { shortHash } from '../../records/fold/progress.ts';

/** `null` when nothing fails. @param leftOut - ids of tests that do not count */
export const fingerprintFailing = (
  { tests, load_failures, unhandled_errors }: Pick<TestRun, 'tests' | 'load_failures' | 'unhandled_errors'>,
  checks: readonly CheckResult[],
  leftOut: ReadonlySet<string>,
): string | null => {
  const ids = tests.filter(({ state }) => state === 'failed').map(testId);
  const failing = [
    ...ids.filter((id) => !leftOut.has(id)).map((id) => `test ${id}`),
    ...load_failures.map(({ file }) => `file ${file}`),
    ...(unhandled_errors.length === 0 ? [] : ['errors outside any test']),
    ...checks.filter(({ ok }) => ok === false).map(({ check }) => `check ${check}`),
  ];
  return failing.length === 0 ? null : shortHash(JSON.stringify([...new Set(failing)].sort()));
};
