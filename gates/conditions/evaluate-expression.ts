/**
 * What an expression is worth: true, false, or not known, in Kleene's logic. Not known is never turned into a yes, neither by
 * NOT nor beside an OR, so an absent metric never helps to open.
 *
 * @module
 */
import { COMPARE } from './comparison-operators.ts';
import type { Expression, Term } from './expression.ts';
import type { MeasuredValues } from './measured-values.ts';

/** `undefined`: not known, because a metric that it hangs on is absent. The expression has passed `checkTypes`. */
export const evaluateExpression = (expression: Expression, values: MeasuredValues): number | boolean | undefined => {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'metric':
      return values.get(expression.name);
    case 'sum':
      return sumOf([{ operator: '+', operand: expression.first }, ...expression.rest], values);
    case 'comparison': {
      const [left, right] = [evaluateExpression(expression.left, values), evaluateExpression(expression.right, values)];
      return left === undefined || right === undefined ? undefined : COMPARE[expression.operator](left, right);
    }
    case 'not': {
      const operand = evaluateExpression(expression.operand, values);
      return operand === undefined ? undefined : operand === false;
    }
    case 'and':
      return settledBy(false, expression.parts, values);
    case 'or':
      return settledBy(true, expression.parts, values);
  }
};

/** One part with the value `settling` settles it; one that is not known leaves it open. */
const settledBy = (settling: boolean, parts: readonly Expression[], values: MeasuredValues): boolean | undefined => {
  const known = new Set(parts.map((part) => evaluateExpression(part, values)));
  if (known.has(settling)) return settling;
  return known.has(undefined) ? undefined : !settling;
};

const sumOf = (terms: readonly Term[], values: MeasuredValues): number | undefined => {
  let sum = 0;
  for (const { operator, operand } of terms) {
    const value = evaluateExpression(operand, values);
    if (typeof value !== 'number') return undefined;
    sum += operator === '+' ? value : -value;
  }
  return sum;
};
