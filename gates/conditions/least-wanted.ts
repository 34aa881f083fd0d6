/**
 * How much of a metric a condition asks for, so that the loop knows how many green runs a phase wants (RULES 1.3).
 *
 * @module
 */
import { type ComparisonOperator, MIRRORED, OPPOSITE } from './comparison-operators.ts';
import type { Comparison, Expression } from './expression.ts';

/**
 * The least value of `metric`, a whole number, with which no comparison of it with a number could be the unmet one; 0 when
 * none asks for more. Sums and comparisons with other metrics are passed over.
 *
 * @example
 * leastWanted(compileCondition('consecutive_green_runs > 2', vocabularyOf()).ast, 'consecutive_green_runs'); // 3
 */
export const leastWanted = (ast: Expression, metric: string): number => leastIn(ast, metric, true);

/** @param wanted - the value that the expression should have; false under a NOT */
const leastIn = (expression: Expression, metric: string, wanted: boolean): number => {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return Math.max(...expression.parts.map((part) => leastIn(part, metric, wanted)));
    case 'not':
      return leastIn(expression.operand, metric, !wanted);
    case 'comparison':
      return leastOf(expression, metric, wanted);
    case 'literal':
    case 'metric':
    case 'sum':
      return 0;
  }
};

const leastOf = ({ left, operator, right }: Comparison, metric: string, wanted: boolean): number => {
  const asked = wanted ? operator : OPPOSITE[operator];
  if (isMetric(left, metric) && right.kind === 'literal') return leastFor(asked, right.value);
  if (isMetric(right, metric) && left.kind === 'literal') return leastFor(MIRRORED[asked], left.value);
  return 0;
};

const isMetric = (expression: Expression, metric: string): boolean =>
  expression.kind === 'metric' && expression.name === metric;

const leastFor = (operator: ComparisonOperator, value: number | boolean): number => {
  if (typeof value === 'boolean') return 0;
  if (operator === '>=' || operator === '==') return value;
  if (operator === '>') return value + 1;
  // The only value to stay away from that lies below all others.
  return operator === '!=' && value === 0 ? 1 : 0;
};
