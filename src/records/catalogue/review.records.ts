/**
 * The answer of the independent review, recorded as soon as it is there: a run that is killed afterwards finds it again.
 *
 * @module
 */
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { ReviewAnswer } from '../../review/review-answer.ts';
import type { RecordKind } from './record-kind.ts';

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
  toEvents: ({ phase, iteration, reviewer, outcome, why, findings, turn }) => [
    { type: 'review.ended', phase, iteration, reviewer, outcome, why, findings, turn },
  ],
};
