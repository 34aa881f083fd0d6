/** Metrics that conditions may name under a config that adds none. */
import { vocabularyOf } from '../../../gates/metrics.ts';
import { BUILT_IN_METRICS } from '../../../src/evidence/measures/metrics-of-measures.ts';

export const METRIC_VOCABULARY = vocabularyOf(BUILT_IN_METRICS);
