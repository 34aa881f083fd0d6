/**
 * One line of `confidence.log`: the score of an iteration, where each point of it comes from, and what became of it.
 *
 * @module
 */
import { CONFIDENCE_WEIGHTS, judgeCompletion, warningsOf } from '../../../gates/confidence.ts';
import type { Decision } from '../../../gates/decide.ts';
import type { IterationRecord } from '../../../gates/iteration.ts';

/** '' where nothing was scored. */
export const renderConfidence = (
  { confidence, phase, iteration }: Pick<IterationRecord, 'confidence' | 'phase' | 'iteration'>,
  decision: Decision,
): string => {
  if (confidence === undefined) return '';
  const { score, threshold, parts, basis, keywords } = confidence;
  const { outcome, decided_by } = judgeCompletion(confidence, decision);
  const points = Object.entries(CONFIDENCE_WEIGHTS).map(
    ([part, weight]) => `${part}=${Reflect.get(parts, part)}/${weight}`,
  );
  const line = `${decision.timestamp} ${phase} ${iteration} confidence=${score} threshold=${threshold} basis=${basis} ${points.join(' ')} outcome=${outcome} decided_by=${decided_by}`;
  const found = keywords.length === 0 ? [] : [`keywords: ${keywords.join(', ')}`];
  return `${[line, ...[...found, ...warningsOf(confidence)].map((each) => `  ${each}`)].join('\n')}\n`;
};
