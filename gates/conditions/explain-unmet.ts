/** Why a clause is not met. `;` separates alternatives, of which one is enough; `, and` joins what is all needed. */
import type { MetricType } from '../metrics.ts';
import {
  MAX_DIGITS,
  COMPARE,
  type Expression,
  type Term,
  type ComparisonOperator,
  MIRRORED,
  OPPOSITE,
  type Comparison,
  namesIn,
  writtenIn,
} from './lex-condition.ts';

// A value that its metric cannot have is absent, so no input can throw in a judgement or change halfway through it.

/** Measured values by name. A metric that is not in it is absent. */
export type MeasuredValues = ReadonlyMap<string, number | boolean>;

const MAX_NUMBER = 10 ** MAX_DIGITS - 1;

/** Never throws, for any `values`. */
export const readMeasured = (values: unknown, wanted: ReadonlyMap<string, MetricType>): MeasuredValues => {
  const measured = new Map<string, number | boolean>();
  for (const [name, type] of wanted) {
    const value = valueOf(values, name);
    if (type === 'boolean' && typeof value === 'boolean') measured.set(name, value);
    if (type === 'number' && isCount(value)) measured.set(name, value);
  }
  return measured;
};

const valueOf = (values: unknown, name: string): unknown => {
  if (typeof values !== 'object' || values === null) return undefined;
  try {
    // An inherited name was not measured.
    return Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
  } catch {
    return undefined;
  }
};

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_NUMBER;

// Kleene logic: neither NOT nor OR turns unknown into true, so an absent metric never satisfies a gate.

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

/** One part with the value `deciding` decides the result; an unknown part leaves it unknown. */
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

/** @param text - the compiled text, to quote parts @param wanted - the value that it should have; false under a NOT */
export const explainUnmet = (text: string, expression: Expression, values: MeasuredValues, wanted = true): string => {
  switch (expression.kind) {
    case 'literal':
      return `it is always ${expression.value}`;
    case 'metric': {
      const value = values.get(expression.name);
      return value === undefined ? absenceIn(expression, values) : `${expression.name} is ${value}`;
    }
    case 'comparison':
      return explainComparison(expression, values, wanted);
    case 'not':
      return explainUnmet(text, expression.operand, values, !wanted);
    case 'and':
    case 'or':
      return reasonsOf(text, expression, values, wanted).join(isChoice(expression, wanted) ? '; ' : ', and ');
    case 'sum':
      return absenceIn(expression, values);
  }
};

type Parts = Expression & { readonly kind: 'and' | 'or' };

/** Whether one of the parts is enough. NOT (a AND b) is a choice as well. */
const isChoice = ({ kind }: Parts, wanted: boolean): boolean => (kind === 'or') === wanted;

const reasonsOf = (text: string, list: Parts, values: MeasuredValues, wanted: boolean): readonly string[] =>
  list.parts
    .filter((part) => evaluateExpression(part, values) !== wanted)
    .map((part) => explainPart(text, part, values, { wanted, inChoice: isChoice(list, wanted) }));

interface Place {
  readonly wanted: boolean;
  readonly inChoice: boolean;
}

/** A nested list explains its own parts; every other part is quoted as written. */
const explainPart = (text: string, part: Expression, values: MeasuredValues, { wanted, inChoice }: Place): string => {
  const [bare, bareWanted] = withoutNot(part, wanted);
  if (bare.kind !== 'and' && bare.kind !== 'or') {
    return `${writtenIn(text, part.span)}: ${explainUnmet(text, part, values, wanted)}`;
  }
  const because = explainUnmet(text, bare, values, bareWanted);
  return isChoice(bare, bareWanted) && !inChoice ? `(${because})` : because;
};

const withoutNot = (expression: Expression, wanted: boolean): readonly [Expression, boolean] =>
  expression.kind === 'not' ? withoutNot(expression.operand, !wanted) : [expression, wanted];

const explainComparison = (comparison: Comparison, values: MeasuredValues, wanted: boolean): string => {
  const { left, operator, right } = literalLast(comparison);
  const [one, two] = [evaluateExpression(left, values), evaluateExpression(right, values)];
  if (one === undefined || two === undefined) return absenceIn(comparison, values);
  return `got ${one}, expected ${EXPECTED[wanted ? operator : OPPOSITE[operator]](String(two))}`;
};

/** The metric comes first: `2 <= consecutive_green_runs` is about the runs, not about the 2. */
const literalLast = ({ left, operator, right }: Comparison): Pick<Comparison, 'left' | 'operator' | 'right'> =>
  left.kind === 'literal' && right.kind !== 'literal'
    ? { left: right, operator: MIRRORED[operator], right: left }
    : { left, operator, right };

const EXPECTED: Readonly<Record<ComparisonOperator, (value: string) => string>> = {
  '==': (value) => value,
  '!=': (value) => `not ${value}`,
  '<': (value) => `less than ${value}`,
  '<=': (value) => `${value} or less`,
  '>': (value) => `more than ${value}`,
  '>=': (value) => `${value} or more`,
};

const absenceIn = (expression: Expression, values: MeasuredValues): string =>
  sayNotMeasured(namesIn(expression).filter((name) => !values.has(name)));

export const sayNotMeasured = (absent: readonly string[]): string => {
  const last = absent.at(-1) ?? '';
  if (absent.length <= 1) return `${last} was not measured`;
  return `${absent.slice(0, -1).join(', ')} and ${last} were not measured`;
};
