/**
 * The verdict of the independent review (rule 2.12): `src/loop/agreement/review.ts` asks for it, in a step of its own.
 */
import { type Measure } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

export const review = {
  after: 'agreement',
  metrics: METRICS_OF.review,
} as const satisfies Measure;
