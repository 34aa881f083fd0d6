/**
 * Checks that reviews and decisions follow from one another: a verdict is about one state of the sources, it is given
 * once, and no phase exits without it. A replay asks no reviewer. Pure.
 *
 * @module
 */
import type { LedgerData, WorkRecord } from '../records/records.ts';
import type { WorkState } from '../records/fold/work-state.ts';

/** @param isAsked - whether the config that rules has a review @param state - after the records before it */
export const findReviewOddities = (
  record: WorkRecord,
  { reviews }: Pick<WorkState, 'reviews'>,
  isAsked: boolean,
): readonly string[] => {
  if (record.type === 'iteration.decided') return findWrongVerdict(record.data, reviews, isAsked);
  return record.type === 'review.ended' &&
    record.data.outcome !== 'no_verdict' &&
    Object.hasOwn(reviews, record.data.tree)
    ? ['these sources had the verdict of a review before']
    : [];
};

const findWrongVerdict = (
  { record, decision, exit }: LedgerData['iteration.decided'],
  reviews: WorkState['reviews'],
  isAsked: boolean,
): readonly string[] => {
  const { review_approved: approved, tree_stable } = record.metrics;
  if (isAsked && decision.can_exit && approved !== true) return [`it exits ${record.phase} without a review`];
  // Sources that changed during the review have no verdict, and are held for that.
  if (approved !== true || tree_stable !== true) return [];
  const tree = record.tree.after;
  if (reviews[tree]?.outcome !== 'approved') return ['no review before it approves its sources'];
  return exit === undefined || exit.tree === tree ? [] : ['its exit has other sources than those that were reviewed'];
};
