/**
 * Tells the score of an iteration, with what is odd about it (spec 002).
 *
 * @module
 */
import { type CompletionVerdict, warningsOf } from '../../gates/confidence.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import type { RunSite } from './run-site.ts';

export const announceScore = (
  { announce }: Pick<RunSite, 'announce'>,
  { phase, iteration, confidence }: Pick<IterationRecord, 'phase' | 'iteration' | 'confidence'>,
  verdict: CompletionVerdict | null,
): void => {
  if (confidence === undefined || verdict === null) return;
  announce({ type: 'completion.scored', phase, iteration, confidence, verdict, warnings: warningsOf(confidence) });
};
