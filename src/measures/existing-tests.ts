/**
 * Which tests were there before: by them new tests are told from old ones (RULES 2.5).
 *
 * @module
 */
import type { TestsExpectation } from '../../gates/phase.ts';
import { leftOut } from '../evidence/inventory.ts';
import type { KnownOfRun } from './measure.ts';

/**
 * Where tests must fail, all that passed when the last phase was left, or when the run began; where they must pass, the
 * ones of the inventory.
 */
export const existingTests = (
  { inventory, tests, failing }: Pick<KnownOfRun, 'inventory' | 'tests' | 'failing'>,
  expectation: TestsExpectation,
): ReadonlySet<string> => {
  if (expectation === 'must_pass') return new Set(inventory.passing);
  const ignored = leftOut(inventory);
  const red = new Set(failing);
  return new Set(tests.filter((id) => !ignored.has(id) && !red.has(id)));
};
