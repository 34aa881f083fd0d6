/**
 * The metrics of the last steps before a decision, which run only where everything else agrees.
 *
 * @module
 */
import type { Decision } from '../../../gates/decide.ts';
import type { MetricName } from '../../../gates/metrics.ts';
import { listUnmet, looksAt } from '../../../gates/verdict.ts';

export const OF_MUTANTS: readonly MetricName[] = ['mutants_tested', 'mutants_killed', 'mutants_killed_percent'];
export const OF_REVIEW: readonly MetricName[] = ['review_approved'];
export const OF_COUNTER_CHECK: readonly MetricName[] = ['counter_check_tests', 'counter_check_failing'];

/** Whether each unmet clause is about one of these metrics: it cannot be met before they are measured. */
export const agreeOtherwise = (decision: Decision, unmeasured: readonly MetricName[]): boolean =>
  listUnmet(decision).every((clause) => looksAt(clause, unmeasured));
