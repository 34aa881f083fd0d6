/**
 * The answer of a review in a few words, for every view. Pure.
 *
 * @module
 */
import { showCount } from '../text/amounts.ts';
import type { ReviewAnswer, ReviewFinding } from './review-answer.ts';

export const describeReview = ({ outcome, why, findings }: ReviewAnswer): string => {
  if (outcome === 'approved') return 'review: approved';
  if (outcome === 'no_verdict') return `review: no verdict: ${why}`;
  return `review: ${showCount(findings.length, 'finding')}${why === '' ? '' : ` (${why})`}`;
};

/** One line: place and problem. */
export const nameFinding = ({ path, line, problem }: ReviewFinding): string =>
  `${path}${line === null ? '' : `:${line}`}: ${problem}`;
