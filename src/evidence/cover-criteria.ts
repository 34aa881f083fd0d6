/**
 * Which acceptance criteria have a test, by their ids in the names of tests: `AC-3` in `AC-3: no hyphen at either end`.
 *
 * @module
 */
import type { Metrics } from '../../gates/metrics.ts';
import type { TestRun } from '../testing/test-run.ts';

export interface Coverage {
  readonly metrics: Pick<Metrics, 'criteria_covered' | 'criteria_passing'>;
  /** Ids without any test, and ids with tests of which none passes. */
  readonly uncovered: readonly string[];
  readonly failing: readonly string[];
}

/** @param ids - of the criteria that have one */
export const coverCriteria = (ids: readonly string[], { tests }: TestRun): Coverage => {
  const testsOf = (id: string) => tests.filter(({ name }) => mentions(name, id));
  const covered = ids.filter((id) => testsOf(id).length > 0);
  const passing = covered.filter((id) => testsOf(id).some(({ state }) => state === 'passed'));
  return {
    metrics: { criteria_covered: covered.length, criteria_passing: passing.length },
    uncovered: ids.filter((id) => !covered.includes(id)),
    failing: covered.filter((id) => !passing.includes(id)),
  };
};

/** As a word of its own: `AC-1` is not in `AC-12`, nor in `AC-1.2`. */
const mentions = (name: string, id: string): boolean => {
  for (let at = name.indexOf(id); at !== -1; at = name.indexOf(id, at + 1)) {
    const before = name.slice(Math.max(0, at - 1), at);
    const after = name.slice(at + id.length);
    if (!/[\w-]/.test(before) && !/^(?:[\w-]|\.\d)/.test(after)) return true;
  }
  return false;
};
