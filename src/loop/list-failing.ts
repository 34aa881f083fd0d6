/**
 * The tests that failed in an iteration, for its record.
 *
 * @module
 */
import type { IterationRecord } from '../../gates/iteration.ts';
import { testId } from '../testing/is-green.ts';
import type { TestRun } from '../testing/test-run.ts';

/** A record lists at most this many failing tests; the counts include all. */
const MAX_FAILING = 50;

/**
 * The tests that failed, without those that no count includes; those that must pass come first.
 *
 * @param mayFail - where new tests must fail: whether a test is new
 */
export const listFailing = (
  { tests }: TestRun,
  ignored: ReadonlySet<string>,
  mayFail: (id: string) => boolean = () => false,
): IterationRecord['failing'] => {
  const failed = tests.filter((test) => test.state === 'failed' && !ignored.has(testId(test)));
  const wanted = failed.filter((test) => mayFail(testId(test)));
  return [...failed.filter((test) => !mayFail(testId(test))), ...wanted].slice(0, MAX_FAILING).map((test) => ({
    file: test.file,
    name: test.name,
    message: test.message ?? '',
    ...(test.failure !== undefined && { failure: test.failure }),
    ...(wanted.includes(test) && { wanted: true }),
  }));
};
