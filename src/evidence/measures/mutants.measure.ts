/**
 * The results of the mutation check and the counter-check (rule 2.10): `src/loop/agreement/mutation-check.ts` and
 * `src/loop/agreement/counter-check.ts` measure them, in steps of their own.
 */
import type { MetricName } from '../../../gates/metrics.ts';
import { type Measure, standard } from './measure.ts';

export const OF_MUTANTS = [
  'mutants_tested',
  'mutants_killed',
  'mutants_killed_percent',
  'code_reached_percent',
  'criteria_mutated',
  'criteria_killing',
  'files_mutated',
  'files_killed',
  'stubs_left',
  'lines_unread',
  'suite_stands_alone',
  'guards_total',
  'guards_killed',
] as const satisfies readonly MetricName[];
export const OF_COUNTER_CHECK = [
  'counter_check_tests',
  'counter_check_failing',
] as const satisfies readonly MetricName[];

export const mutants = {
  after: 'agreement',
  metrics: standard(...OF_MUTANTS, ...OF_COUNTER_CHECK),
  missing: (_metric, { mutation_check }, { tests }) => {
    if (mutation_check === null) return 'remove mutation_check: false';
    return tests === 'must_fail' ? 'there is no mutation check in a phase whose tests must fail' : null;
  },
} as const satisfies Measure;
