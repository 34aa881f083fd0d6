/**
 * The six comparisons: what each asks, and what it becomes when its sides are exchanged or its answer is turned round.
 *
 * @module
 */

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';

type ByOperator<T> = Readonly<Record<ComparisonOperator, T>>;

/** Are `left` and `right` so related? Booleans come with `==` and `!=` only. */
export const COMPARE: ByOperator<(left: number | boolean, right: number | boolean) => boolean> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

/** The operator that says the same with its sides exchanged. */
export const MIRRORED: ByOperator<ComparisonOperator> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** The operator that holds exactly when this one does not. */
export const OPPOSITE: ByOperator<ComparisonOperator> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/** Is this text one of the six? */
export const isComparisonOperator = (text: string): text is ComparisonOperator => Object.hasOwn(COMPARE, text);
