/**
 * Counts of tests as a bar of twenty cells. Each kind has a sign of its own, so that no colour is needed. Pure.
 *
 * @module
 */
import type { Paint } from '../text/paint.ts';
import { sumOf } from './tests-seen.ts';

const CELLS = 20;

/** @param expected - how many tests there may be in all; what is not there yet is left open */
export const renderBar = (counts: Parameters<typeof sumOf>[0], expected: number, paint: Paint): string => {
  const seen = sumOf(counts);
  const all = Math.max(expected, seen, 1);
  const failing = cellsOf(counts.tests_failing, all);
  const skipped = cellsOf(counts.tests_skipped, all);
  const open = seen < all ? Math.max(1, Math.floor(((all - seen) / all) * CELLS)) : 0;
  const passing = Math.max(0, CELLS - failing - skipped - open);
  const bar = `${paint.bad('▚'.repeat(failing))}${paint.warn('░'.repeat(skipped))}`;
  return counts.tests_passing === 0
    ? `${bar}${paint.faint('·'.repeat(passing + open))}`
    : `${paint.good('█'.repeat(passing))}${bar}${paint.faint('·'.repeat(open))}`;
};

/** What is there is seen, however few they are. */
const cellsOf = (count: number, all: number): number =>
  count === 0 ? 0 : Math.max(1, Math.floor((count / all) * CELLS));
