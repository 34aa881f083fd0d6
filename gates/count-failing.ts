/**
 * The number of failing tests of an iteration. A record, a page and a prompt may list fewer; the number is the
 * measured one.
 *
 * @module
 */
import type { IterationRecord } from './iteration.ts';

/** Never less than the length of the list. */
export const countFailing = ({ metrics, failing }: Pick<IterationRecord, 'metrics' | 'failing'>): number =>
  Math.max(metrics.tests_failing ?? 0, failing.length);
