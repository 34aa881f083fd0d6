/**
 * A condition as a tree. Parentheses leave no node of their own, and lists of AND, OR and sums are flat, so that one meaning
 * that is written in two ways gives the same clauses.
 *
 * @module
 */
import type { ComparisonOperator } from './comparison-operators.ts';

/** Offsets in the text that was compiled: from the first character to the one after the last. */
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

/** Two sides of one type, and how they should be related. */
export type Comparison = {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly span: Span;
};

/** What a condition is made of. `and` and `or` have two parts or more, none of them of the same kind. */
export type Expression =
  | Literal
  | Comparison
  | { readonly kind: 'metric'; readonly name: string; readonly span: Span }
  | { readonly kind: 'sum'; readonly first: Expression; readonly rest: readonly Term[]; readonly span: Span }
  | { readonly kind: 'not'; readonly operand: Expression; readonly span: Span }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[]; readonly span: Span };

/** The names of the metrics that an expression asks for, each once, in the order in which they are written. */
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

/** What stands in `span`, on one line and without comments. */
export const writtenIn = (text: string, { start, end }: Span): string =>
  text.slice(start, end).replaceAll(/(?:\s|#[^\n\r]*)+/g, ' ');
