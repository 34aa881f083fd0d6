/**
 * A cursor over the tokens of a condition. Every complaint points at a token, so its place lies within the text.
 *
 * @module
 */
import type { ConditionError } from '../errors.ts';
import type { Span } from './expression.ts';
import { lexCondition, type Token } from './lex-condition.ts';
import { refusal } from './refuse-condition.ts';

export interface TokenReader {
  /** The next token, left where it is. */
  readonly peek: () => Token | undefined;
  /** Takes the next token when it is one of `texts`; words in any case. */
  readonly take: (...texts: readonly string[]) => Token | undefined;
  /** Takes the next token, whatever it is. */
  readonly next: () => Token | undefined;
  /** The token that was taken last. */
  readonly last: () => Token | undefined;
  /** From `start` to the end of the token that was taken last. */
  readonly spanFrom: (start: number) => Span;
  /** The error for `token`; without one for the beginning of the text. */
  readonly refuse: (token: Token | undefined, problem: string) => ConditionError;
}

/** Is this token the word or symbol `text`, in any case? */
export const isToken = (token: Token | undefined, ...texts: readonly string[]): boolean =>
  token !== undefined && texts.includes(token.text.toUpperCase());

/** @throws {ConditionError} when the text cannot be read into tokens */
export const readTokens = (text: string): TokenReader => {
  const tokens = lexCondition(text);
  let at = 0;
  const peek = () => tokens[at];
  const last = () => tokens[at - 1];
  const next = () => tokens[at++];
  return {
    peek,
    last,
    next,
    take: (...texts) => (isToken(peek(), ...texts) ? next() : undefined),
    spanFrom: (start) => ({ start, end: last()?.span.end ?? start }),
    refuse: (token, problem) => refusal(text, token?.span.start ?? 0, problem),
  };
};
