/**
 * The metrics of the last steps before a decision, which run only where everything else agrees.
 *
 * @module
 */
import type { Decision } from '../../../gates/decide.ts';
import type { MetricName } from '../../../gates/metrics.ts';
import { listUnmet, looksAt } from '../../../gates/verdict.ts';

export const OF_REVIEW: readonly MetricName[] = ['review_approved'];

/**
 * Whether each unmet clause of both gates is about one of these metrics: it cannot be met before they are measured. A
 * person is asked after that.
 */
export const agreeOtherwise = (
  { gate_1, gate_2 }: Pick<Decision, 'gate_1' | 'gate_2'>,
  unmeasured: readonly MetricName[],
): boolean => listUnmet({ gate_1, gate_2 }).every((clause) => looksAt(clause, unmeasured));
