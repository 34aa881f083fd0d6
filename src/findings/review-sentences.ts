/**
 * The sentences of the independent review.
 *
 * @module
 */
import { showCount } from '../text/amounts.ts';

const WAY_OUT = 'report BLOCKED: an operator can exit the phase with dualgate skip -m WHY';

export const REVIEW_SENTENCES = {
  'review.holds': ({ reviewer, why }: { readonly reviewer: string; readonly why: string }) =>
    `The review by ${reviewer} does not approve these sources${why === '' ? '' : `: ${why}`}. It is not asked again about the same sources. Fix what it names. If it is wrong, ${WAY_OUT}.`,
  'review.finding': ({
    path,
    line,
    problem,
  }: {
    readonly path: string;
    readonly line?: number;
    readonly problem: string;
  }) => `${path}${line === undefined ? '' : `:${line}`}: ${problem}`,
  'review.finding.more': ({ count }: { readonly count: number }) =>
    `And ${showCount(count, 'more finding')} of the review.`,
  'review.no_verdict': ({ reviewer, why }: { readonly reviewer: string; readonly why: string }) =>
    `The review by ${reviewer} gave no verdict: ${why}. It is asked again after the next exit signal. If that does not help, ${WAY_OUT}.`,
  'review.not_asked': ({ why }: { readonly why: string }) => `The review was not asked: ${why}.`,
} as const;
