/**
 * Splits text into words, numbers and symbols. Only ASCII has a meaning here: a look-alike letter or an invisible
 * blank is refused by its code point and never folded, so that the gate judges the text that people read.
 *
 * @module
 */
import type { Span } from './expression.ts';
import { refusal } from './refuse-condition.ts';

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

/**
 * The position of a comment that seems to contain a clause, in a condition of one line. YAML's `>` folds lines into
 * one: a comment that ended with its line would then silently remove the clauses after it from the gate.
 */
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
