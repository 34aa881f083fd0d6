/** Splits text. Only ASCII has a meaning: a look-alike letter is refused, so that the gate judges what people read. */
import { ConditionError } from '../errors.ts';

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

export const isComparisonOperator = (text: string): text is ComparisonOperator => Object.hasOwn(COMPARE, text);

// Parentheses have no node, and lists are flat: two ways to write one meaning give the same clauses.

/** Offsets in the compiled text: from the first character to the one after the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Term {
  readonly operator: '+' | '-';
  readonly operand: Expression;
}

type Literal = { readonly kind: 'literal'; readonly value: number | boolean; readonly span: Span };

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

/** The error for the character at `offset`, an index into `text`; the end of the text counts as its last character. */
export const refusal = (text: string, offset: number, problem: string): ConditionError => {
  const before = text.slice(0, Math.max(0, Math.min(offset, text.length - 1))).split(/\r\n|\r|\n/);
  return new ConditionError(problem, { line: before.length, column: (before.at(-1) ?? '').length + 1 });
};

export interface Token {
  readonly kind: 'word' | 'number' | 'symbol';
  readonly text: string;
  readonly span: Span;
}

/** Digits of the largest number, so that no sum in a condition of the largest length loses precision. */
export const MAX_DIGITS = 12;

// A comment ends wherever an editor may show a new line. Any other blank character is then refused, not skipped.
const BLANK = /(?:[ \t\r\n]|#[^\n\r\v\f\u0085\u2028\u2029]*)+/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /\.?[0-9][0-9A-Za-z_.]*/y;
const SYMBOL = /[=!<>&|]+|[-+()]/y;

const SYMBOLS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', '+', '-', '(', ')']);

/** Operators of other languages, each with ours. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['=', '=='],
  ['===', '=='],
  ['!==', '!='],
  ['<>', '!='],
  ['=<', '<='],
  ['=>', '>='],
  ['&&', 'AND'],
  ['&', 'AND'],
  ['||', 'OR'],
  ['|', 'OR'],
  ['!', 'NOT'],
]);

/** @throws {ConditionError} at the first character that has no meaning here */
export const lexCondition = (text: string): readonly Token[] => {
  const swallowing = swallowingComment(text);
  if (swallowing !== undefined) {
    throw refusal(
      text,
      swallowing,
      'this comment would hide the rest of its line. Write the condition on several lines, under a |.',
    );
  }
  const tokens: Token[] = [];
  let at = skipBlank(text, 0);
  while (at < text.length) {
    const token = tokenAt(text, at);
    tokens.push(token);
    at = skipBlank(text, token.span.end);
  }
  return tokens;
};

/** A comment that seems to contain a clause: YAML's `>` folds lines into one, and would remove it from the gate. */
const swallowingComment = (text: string): number | undefined => {
  const at = text.indexOf('#');
  const oneLine = !/[\r\n]/.test(text.trim());
  return at >= 0 && oneLine && /[=<>+]|\s-\s|\b(?:and|or|not)\b/i.test(text.slice(at)) ? at : undefined;
};

const skipBlank = (text: string, at: number): number => at + (matchAt(BLANK, text, at)?.length ?? 0);

const tokenAt = (text: string, at: number): Token => {
  const token = (kind: Token['kind'], written: string): Token => ({
    kind,
    text: written,
    span: { start: at, end: at + written.length },
  });
  const word = matchAt(WORD, text, at);
  if (word !== undefined) return token('word', word);
  const number = matchAt(NUMBER, text, at);
  if (number !== undefined) return token('number', checkedNumber(text, at, number));
  const symbol = matchAt(SYMBOL, text, at);
  if (symbol !== undefined) return token('symbol', checkedSymbol(text, at, symbol));
  throw refusal(text, at, strangerProblem(text, at));
};

const checkedNumber = (text: string, at: number, written: string): string => {
  const refuse = (problem: string) => refusal(text, at, `${problem}.`);
  if (/^[0-9]*\.[0-9]*$/.test(written))
    throw refuse(`${written} is a fraction. Metrics are whole numbers of 0 or more`);
  if (!/^[0-9]+$/.test(written)) throw refuse(`${written} is not a number. Write it in digits only`);
  if (written.length > MAX_DIGITS) throw refuse(`${written} is too large. Write at most ${MAX_DIGITS} digits`);
  return written;
};

const checkedSymbol = (text: string, at: number, written: string): string => {
  if (SYMBOLS.has(written)) return written;
  const ours = ELSEWHERE.get(written);
  const wayOut = ours === undefined ? 'Write one of == != < <= > >= + - AND OR NOT.' : `Write ${ours}.`;
  throw refusal(text, at, `${written} is not an operator. ${wayOut}`);
};

const strangerProblem = (text: string, at: number): string => {
  const code = text.codePointAt(at) ?? 0;
  const shown = String.fromCodePoint(code);
  if (/["'`]/.test(shown)) return 'text in quotes cannot be compared. Metrics are whole numbers, or true or false.';
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  // A character that is invisible, or would break the line of the message, is shown by its code point alone.
  const name = /[\p{L}\p{N}\p{P}\p{S}]/u.test(shown) ? `${shown} (${point})` : `the character ${point}`;
  return `${name} has no meaning in a condition. Remove it.`;
};

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};
