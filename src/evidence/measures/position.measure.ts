/** The position of the iteration, and related settings of the config. */
import { type Measure, type Question, standard } from './measure.ts';

export const position = {
  after: 'tests',
  metrics: standard('iteration', 'max_refactor_iterations', 'required_docs_count'),
  measure: ({ iteration, config: { limits, documents } }: Pick<Question, 'iteration' | 'config'>) => ({
    metrics: {
      iteration,
      max_refactor_iterations: limits.max_refactor_iterations,
      required_docs_count: documents.required_docs_count,
    },
  }),
} as const satisfies Measure;
