/** The position of the iteration, and related settings of the config. */
import { type Measure, type Question } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

export const position = {
  after: 'tests',
  metrics: METRICS_OF.position,
  measure: ({ iteration, config: { limits, documents } }: Pick<Question, 'iteration' | 'config'>) => ({
    metrics: {
      iteration,
      max_refactor_iterations: limits.max_refactor_iterations,
      required_docs_count: documents.required_docs_count,
    },
  }),
} as const satisfies Measure;
