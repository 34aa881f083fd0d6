/**
 * How far the values of a condition are from the values that it asks for, comparison by comparison. No gate uses it:
 * it distinguishes work that makes progress from work that does not.
 *
 * @module
 */
import { type ComparisonOperator, COMPARE, OPPOSITE } from './comparison-operators.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import { type Comparison, type Expression, namesIn, writtenIn } from './expression.ts';
import type { MeasuredValues } from './measured-values.ts';

/** One comparison, or a single metric. */
export interface Distance {
  /** As written; with `NOT` before it where it has to be false. */
  readonly comparison: string;
  /** The metrics that it names. */
  readonly metrics: readonly string[];
  /** 0: the comparison has the value that it should have. A whole number of 0 or more. */
  readonly distance: number;
}

/**
 * Omits a comparison that depends on an absent metric: it has no distance.
 *
 * @param text - the compiled text
 * @param wanted - the value that the expression should have; false under a NOT
 */
export const measureDistances = (
  text: string,
  expression: Expression,
  values: MeasuredValues,
  wanted = true,
): readonly Distance[] => {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts.flatMap((part) => measureDistances(text, part, values, wanted));
    case 'not':
      return measureDistances(text, expression.operand, values, !wanted);
    case 'metric':
    case 'comparison': {
      const distance =
        expression.kind === 'comparison'
          ? distanceOf(expression, values, wanted)
          : distanceTo(wanted, evaluateExpression(expression, values));
      const comparison = `${wanted ? '' : 'NOT '}${writtenIn(text, expression.span)}`;
      return distance === null ? [] : [{ comparison, metrics: namesIn(expression), distance }];
    }
    case 'literal':
    case 'sum':
      return [];
  }
};

const distanceOf = ({ left, operator, right }: Comparison, values: MeasuredValues, wanted: boolean): number | null => {
  const [one, two] = [evaluateExpression(left, values), evaluateExpression(right, values)];
  if (one === undefined || two === undefined) return null;
  if (typeof one === 'boolean' || typeof two === 'boolean') return distanceTo(wanted, COMPARE[operator](one, two));
  return BETWEEN[wanted ? operator : OPPOSITE[operator]](one - two);
};

const distanceTo = (wanted: boolean, is: number | boolean | undefined): number | null =>
  is === undefined ? null : is === wanted ? 0 : 1;

/** From the difference of the two sides to the number of missing steps. */
const BETWEEN: Readonly<Record<ComparisonOperator, (difference: number) => number>> = {
  '==': (difference) => Math.abs(difference),
  '!=': (difference) => (difference === 0 ? 1 : 0),
  '<': (difference) => Math.max(0, difference + 1),
  '<=': (difference) => Math.max(0, difference),
  '>': (difference) => Math.max(0, 1 - difference),
  '>=': (difference) => Math.max(0, -difference),
};
