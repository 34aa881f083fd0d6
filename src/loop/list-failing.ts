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

/** The tests that failed, without those that no count includes. */
export const listFailing = ({ tests }: TestRun, ignored: ReadonlySet<string>): IterationRecord['failing'] =>
  tests
    .filter((test) => test.state === 'failed' && !ignored.has(testId(test)))
    .slice(0, MAX_FAILING)
    .map(({ file, name, message = '', failure }) => ({
      file,
      name,
      message,
      ...(failure !== undefined && { failure }),
    }));
