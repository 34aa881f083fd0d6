/**
 * Evaluates an expression to true, false or unknown (Kleene logic). Neither NOT nor OR turns unknown into true, so an
 * absent metric never satisfies a gate.
 *
 * @module
 */
import { COMPARE } from './comparison-operators.ts';
import type { Expression, Term } from './expression.ts';
import type { MeasuredValues } from './measured-values.ts';

/** `undefined`: unknown, because a metric that it depends on is absent. The expression has passed `checkTypes`. */
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
      return decidedBy(false, expression.parts, values);
    case 'or':
      return decidedBy(true, expression.parts, values);
  }
};

/** One part with the value `settling` decides the result; an unknown part leaves it unknown. */
const decidedBy = (deciding: boolean, parts: readonly Expression[], values: MeasuredValues): boolean | undefined => {
  const known = new Set(parts.map((part) => evaluateExpression(part, values)));
  if (known.has(deciding)) return deciding;
  return known.has(undefined) ? undefined : !deciding;
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
