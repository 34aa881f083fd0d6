/**
 * The evidence of an iteration: the record with everything that was measured, then each check that runs only where both
 * gates agree so far.
 *
 * @module
 */
import type { Measured } from '../iteration.ts';
import type { RunContext } from '../run-context.ts';
import { counterCheck } from './counter-check.ts';
import { type EvidenceQuestion, measureIteration } from './measure.ts';
import { checkMutants } from './mutation-check.ts';
import { reviewExit } from './review.ts';
import { checkTestNames } from './test-names.ts';

export const gatherEvidence = async (
  context: RunContext,
  question: EvidenceQuestion,
  signal: AbortSignal,
): Promise<Measured> => {
  const { tested } = question;
  const measured = await measureIteration(context, question, signal);
  const named = await checkTestNames(context, { tested, measured }, signal);
  const countered = await counterCheck(context, { tested, measured: named }, signal);
  const checked = await checkMutants(context, { tested, measured: countered }, signal);
  return reviewExit(context, { tested, measured: checked }, signal);
};
