/**
 * The tests that existed before: they separate new tests from old ones (rule 2.5).
 *
 * @module
 */
import type { TestsExpectation } from '../../gates/phase.ts';
import { leftOut } from '../evidence/baseline.ts';
import type { KnownOfRun } from './measure.ts';

/**
 * Where tests must fail, all tests that passed at the exit of the last phase, or at the start of the run; where they
 * must pass, those of the baseline.
 */
export const existingTests = (
  { baseline, tests, failing }: Pick<KnownOfRun, 'baseline' | 'tests' | 'failing'>,
  expectation: TestsExpectation,
): ReadonlySet<string> => {
  if (expectation === 'must_pass') return new Set(baseline.passing);
  const ignored = leftOut(baseline);
  const red = new Set(failing);
  return new Set(tests.filter((id) => !ignored.has(id) && !red.has(id)));
};
