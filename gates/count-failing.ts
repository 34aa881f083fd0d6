/**
 * How many tests failed in an iteration. A record, a page and a prompt list some of them; the number is the measured one.
 *
 * @module
 */
import type { IterationRecord } from './iteration.ts';

/** Never less than what is listed. */
export const countFailing = ({ metrics, failing }: Pick<IterationRecord, 'metrics' | 'failing'>): number =>
  Math.max(metrics.tests_failing ?? 0, failing.length);
