/**
 * Tests with subtests (rule 2.13): a parent that was skipped or failed is a result beside its subtests. Every reader of a
 * report asks here; the sealed reporters follow the same rule in the language of their runner.
 *
 * @module
 */
import type { TestCase } from './test-run.ts';

interface Parent {
  /** `skipped`: todo too. */
  readonly state: TestCase['state'];
  readonly hasSubtests: boolean;
  /** A failed subtest explains a failed parent if the runner names no other cause. */
  readonly hasFailedSubtests: boolean;
}

/** Whether a test counts: subtests stand only for a parent that passed, or that failed because of them. */
export const isResult = ({ state, hasSubtests, hasFailedSubtests }: Parent): boolean =>
  !hasSubtests || state === 'skipped' || (state === 'failed' && !hasFailedSubtests);

type Place = Pick<TestCase, 'file' | 'name'>;

/** The suites and tests around a test, from the outside. */
export const parentsOf = ({ file, name }: Place): readonly Place[] =>
  [...name.matchAll(/ > /g)].map(({ index }) => ({ file, name: name.slice(0, index) }));

/** Whether `test` is a subtest of `parent`, at any depth. */
export const isBelow = (test: Place, parent: Place): boolean =>
  test.file === parent.file && test.name.startsWith(`${parent.name} > `);
