/**
 * Which tests were there before: by them new tests are told from old ones (rule 2.5).
 *
 * @module
 */
import type { TestsExpectation } from '../../gates/phase.ts';
import { leftOut } from '../evidence/baseline.ts';
import type { KnownOfRun } from './measure.ts';

/**
 * Where tests must fail, all that passed at the exit of the last phase, or when the run began; where they must pass, the
 * ones of the baseline.
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
