import { compileCondition } from '../../../gates/conditions/compile-condition.ts';
import type { Vocabulary } from '../../../gates/metrics.ts';
import { METRIC_VOCABULARY } from './all-metrics.ts';
import { ConditionError } from '../../../gates/errors.ts';

/** How a condition is refused, as `line:column problem`. */
export const refused = (source: string, vocabulary: Vocabulary = METRIC_VOCABULARY): string => {
  try {
    compileCondition(source, vocabulary);
  } catch (error) {
    if (error instanceof ConditionError) return `${error.line}:${error.column} ${error.problem}`;
    throw error;
  }
  return 'it compiles';
};
