/**
 * Explains why a clause is not met, in plain words and with its values. `;` separates alternatives, of which one is
 * enough; `, and` joins parts that are all needed.
 *
 * @module
 */
import { type ComparisonOperator, MIRRORED, OPPOSITE } from './comparison-operators.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import { type Comparison, type Expression, namesIn, writtenIn } from './expression.ts';
import type { MeasuredValues } from './measured-values.ts';

/**
 * @param text - the compiled text, to quote parts as written
 * @param wanted - the value that the expression should have and does not; false under a NOT
 */
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

/** Why a clause is not met that only lacks the values of these metrics. */
export const sayNotMeasured = (absent: readonly string[]): string => {
  const last = absent.at(-1) ?? '';
  if (absent.length <= 1) return `${last} was not measured`;
  return `${absent.slice(0, -1).join(', ')} and ${last} were not measured`;
};
