/**
 * The six comparison operators, with their mirrored and opposite forms.
 *
 * @module
 */

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';

type ByOperator<T> = Readonly<Record<ComparisonOperator, T>>;

/** Compares `left` with `right`. Booleans use `==` and `!=` only. */
export const COMPARE: ByOperator<(left: number | boolean, right: number | boolean) => boolean> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

/** The operator with the same meaning when its sides are exchanged. */
export const MIRRORED: ByOperator<ComparisonOperator> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** The operator that is true exactly when this one is false. */
export const OPPOSITE: ByOperator<ComparisonOperator> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/** Whether the text is one of the six operators. */
export const isComparisonOperator = (text: string): text is ComparisonOperator => Object.hasOwn(COMPARE, text);
