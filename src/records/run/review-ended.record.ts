/**
 * The independent review answered.
 *
 * @module
 */
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { ReviewAnswer } from '../../review/review-answer.ts';
import { spend } from '../fold/spending.ts';
import type { RecordKind } from '../record.ts';

export interface ReviewEnded extends ReviewAnswer {
  readonly phase: string;
  readonly iteration: number;
  /** As in `turn.started`. */
  readonly attempt: number;
  /** Fingerprint of the reviewed sources: the verdict is about nothing else. */
  readonly tree: string;
  /** The reviewer: the name of a program, or its command. */
  readonly reviewer: string;
  /** How its process ended, and what it used. */
  readonly turn: IterationRecord['turn'];
  /** The file with its answer, relative to the folder of the run. */
  readonly transcript: string;
}

export const reviewEnded: RecordKind<ReviewEnded> = {
  meaning:
    'the reviewer of `checks.review` answered about one state of the sources: its verdict, its findings, and what it used. It is not asked again about these sources, unless it gave no verdict',
  events: ({ phase, iteration, reviewer, outcome, why, findings, turn }) => [
    { type: 'review.ended', phase, iteration, reviewer, outcome, why, findings, turn },
  ],
  // A review costs as a turn does. Its first verdict about a state of the sources stays.
  fold: (state, { data, at }) => {
    const { tree, outcome, why, findings, reviewer } = data;
    const isKept = outcome !== 'no_verdict' && !Object.hasOwn(state.reviews, tree);
    return {
      ...state,
      ...spend(state, data, at),
      reviews: isKept ? { ...state.reviews, [tree]: { outcome, why, findings, reviewer } } : state.reviews,
    };
  },
};
