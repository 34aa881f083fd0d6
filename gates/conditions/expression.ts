/**
 * A condition as a tree. Parentheses have no node of their own, and lists of AND, OR and sums are flat: two ways to
 * write one meaning give the same clauses.
 *
 * @module
 */
import type { ComparisonOperator } from './comparison-operators.ts';

/** Offsets in the compiled text: from the first character to the one after the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One operand of a sum after the first. */
export interface Term {
  readonly operator: '+' | '-';
  readonly operand: Expression;
}

type Literal = { readonly kind: 'literal'; readonly value: number | boolean; readonly span: Span };

/** Two sides of one type and their operator. */
export type Comparison = {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly span: Span;
};

/** A node of a condition. `and` and `or` have two parts or more, none of them of the same kind. */
export type Expression =
  | Literal
  | Comparison
  | { readonly kind: 'metric'; readonly name: string; readonly span: Span }
  | { readonly kind: 'sum'; readonly first: Expression; readonly rest: readonly Term[]; readonly span: Span }
  | { readonly kind: 'not'; readonly operand: Expression; readonly span: Span }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[]; readonly span: Span };

/** The metrics that an expression names, each once, in the order of the text. */
export const namesIn = (expression: Expression): readonly string[] => [
  ...new Set(metricsIn(expression).map(({ name }) => name)),
];

const metricsIn = (expression: Expression): readonly (Expression & { readonly kind: 'metric' })[] => {
  switch (expression.kind) {
    case 'literal':
      return [];
    case 'metric':
      return [expression];
    case 'not':
      return metricsIn(expression.operand);
    case 'comparison':
      return [expression.left, expression.right].flatMap(metricsIn);
    case 'sum':
      return [expression.first, ...expression.rest.map(({ operand }) => operand)].flatMap(metricsIn);
    case 'and':
    case 'or':
      return expression.parts.flatMap(metricsIn);
  }
};

/** The text in `span`, on one line and without comments. */
export const writtenIn = (text: string, { start, end }: Span): string =>
  text.slice(start, end).replaceAll(/(?:\s|#[^\n\r]*)+/g, ' ');
