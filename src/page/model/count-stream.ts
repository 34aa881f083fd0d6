/** How far a test run is that streams in. Pure. */
import { type Live, sumOf } from '../../view/live.ts';

export interface Streamed {
  /** A part of the expected tests, 0 to 1; 0 while their number is unknown. */
  readonly share: number;
  /** Whether no test has failed yet. */
  readonly isGreen: boolean;
  /** `1,124 of 3,000`. */
  readonly says: string;
}

/** Null before its first test. */
export const countStream = ({ counts, expected }: Live['tests']): Streamed | null => {
  if (counts === null) return null;
  const [seen, all] = [sumOf(counts), Math.max(expected, sumOf(counts))];
  const show = (count: number): string => count.toLocaleString('en-US');
  return {
    share: expected === 0 ? 0 : seen / all,
    isGreen: counts.suite_failing === 0,
    says: expected === 0 ? `${show(seen)} tests so far` : `${show(seen)} of ${show(all)}`,
  };
};
