/**
 * The results of the mutation check and the counter-check (rule 2.10): `src/loop/agreement/mutation-check.ts` and
 * `src/loop/agreement/counter-check.ts` measure them, in steps of their own.
 */
import { type Measure } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

export const mutants = {
  after: 'agreement',
  metrics: METRICS_OF.mutants,
} as const satisfies Measure;
