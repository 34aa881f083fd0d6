/** Recursive descent, the weakest precedence first. compile-condition.ts checks metrics and types. */
import {
  COMPARE,
  isComparisonOperator,
  type Expression,
  type Term,
  type Span,
  type Token,
  lexCondition,
  refusal,
} from './lex-condition.ts';
import type { ConditionError } from '../errors.ts';

export const MAX_LENGTH = 10_000;
/** How deep parentheses and NOT may nest, so that no text overflows the stack. */
export const MAX_DEPTH = 100;

const COMPARISONS = Object.keys(COMPARE);

/** @throws {ConditionError} when the text is not a condition, for any metrics */
export const parseCondition = (text: string): Expression => {
  if (text.length > MAX_LENGTH) {
    throw refusal(text, 0, `it is longer than ${MAX_LENGTH} characters (got ${text.length}). Write fewer clauses.`);
  }
  const reader = readTokens(text);
  if (reader.peek() === undefined)
    throw reader.refuse(undefined, 'it is empty. Write at least one clause, as in tests_total > 0.');
  const expression = readOr(reader, 0);
  const rest = reader.peek();
  if (rest !== undefined) throw reader.refuse(rest, trailingProblem(rest));
  return expression;
};

const readOr = (reader: TokenReader, depth: number): Expression => readList(reader, 'or', depth, readAnd);

const readAnd = (reader: TokenReader, depth: number): Expression => readList(reader, 'and', depth, readNot);

type Level = (reader: TokenReader, depth: number) => Expression;

const readList = (reader: TokenReader, kind: 'and' | 'or', depth: number, readPart: Level): Expression => {
  const start = reader.peek()?.span.start ?? 0;
  const parts = [readPart(reader, depth)];
  while (reader.take(kind.toUpperCase()) !== undefined) parts.push(readPart(reader, depth));
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  // `a AND (b AND c)` has three clauses, each reported on its own.
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  return { kind, parts: flat, span: reader.spanFrom(start) };
};

const readNot = (reader: TokenReader, depth: number): Expression => {
  const not = reader.take('NOT');
  if (not === undefined) return readComparison(reader, depth);
  const operand = readNot(reader, deeper(reader, not, depth));
  return { kind: 'not', operand, span: reader.spanFrom(not.span.start) };
};

const readComparison = (reader: TokenReader, depth: number): Expression => {
  const start = reader.peek()?.span.start ?? 0;
  const left = readSum(reader, depth);
  const operator = reader.take(...COMPARISONS)?.text;
  if (operator === undefined || !isComparisonOperator(operator)) return left;
  const right = readSum(reader, depth);
  const again = reader.peek();
  if (isToken(again, ...COMPARISONS)) {
    throw reader.refuse(again, 'comparisons cannot be chained. Write a == b AND b == c.');
  }
  return { kind: 'comparison', operator, left, right, span: reader.spanFrom(start) };
};

const readSum = (reader: TokenReader, depth: number): Expression => {
  const start = reader.peek()?.span.start ?? 0;
  const first = readOperand(reader, depth);
  const rest: Term[] = [];
  for (let sign = reader.take('+', '-'); sign !== undefined; sign = reader.take('+', '-')) {
    rest.push({ operator: sign.text === '+' ? '+' : '-', operand: readOperand(reader, depth) });
  }
  return rest.length === 0 ? first : { kind: 'sum', first, rest, span: reader.spanFrom(start) };
};

const readOperand = (reader: TokenReader, depth: number): Expression => {
  const before = reader.last();
  const token = reader.peek();
  if (token === undefined)
    throw reader.refuse(before, `an operand is missing after ${before?.text ?? 'the start'}. ${wayOut(before)}`);
  if (isToken(token, '(')) return readParenthesised(reader, token, depth);
  const { kind, text, span } = token;
  if (kind === 'symbol' || isToken(token, 'AND', 'OR', 'NOT'))
    throw reader.refuse(token, misplacedProblem(token, before));
  reader.next();
  if (kind === 'number') return { kind: 'literal', value: Number(text), span };
  if (isToken(token, 'TRUE', 'FALSE')) return { kind: 'literal', value: isToken(token, 'TRUE'), span };
  return { kind: 'metric', name: text, span };
};

const readParenthesised = (reader: TokenReader, open: Token, depth: number): Expression => {
  reader.next();
  const inner = readOr(reader, deeper(reader, open, depth));
  if (reader.take(')') !== undefined) return inner;
  const rest = reader.peek();
  if (rest !== undefined) throw reader.refuse(rest, trailingProblem(rest));
  throw reader.refuse(open, 'this ( has no closing parenthesis. Add a ).');
};

const deeper = (reader: TokenReader, token: Token, depth: number): number => {
  if (depth < MAX_DEPTH) return depth + 1;
  throw reader.refuse(token, `parentheses and NOT nest more than ${MAX_DEPTH} deep. Use fewer levels.`);
};

const trailingProblem = (token: Token): string =>
  isToken(token, ')')
    ? 'this ) has no opening parenthesis. Remove it.'
    : `${token.text} cannot follow here. Join clauses with AND or OR.`;

const misplacedProblem = (token: Token, before: Token | undefined): string => {
  const { text } = token;
  if (isToken(token, ')')) {
    return isToken(before, '(')
      ? 'these parentheses are empty. Write a clause.'
      : `an operand is missing before this ). ${wayOut(before)}`;
  }
  if (isToken(token, 'NOT')) return 'NOT cannot follow here. Put it and its clause in parentheses.';
  if (isToken(token, '-')) return 'a number cannot be negative. Metrics are whole numbers of 0 or more.';
  return `an operand is missing before ${text}. ${wayOut(token)}`;
};

/** AND, OR, NOT and parentheses need clauses, everything else needs values. */
const wayOut = (beside: Token | undefined): string =>
  beside?.kind === 'word' || isToken(beside, '(') ? 'Write a clause.' : 'Write a metric or a number.';

/** A cursor over the tokens of a condition. Every error points at a token, so its position is within the text. */
interface TokenReader {
  readonly peek: () => Token | undefined;
  /** Words in any case. */
  readonly take: (...texts: readonly string[]) => Token | undefined;
  readonly next: () => Token | undefined;
  readonly last: () => Token | undefined;
  /** From `start` to the end of the token that was taken last. */
  readonly spanFrom: (start: number) => Span;
  /** The error for `token`; without one for the beginning of the text. */
  readonly refuse: (token: Token | undefined, problem: string) => ConditionError;
}

/** Whether this token is one of the words or symbols, in any case. */
const isToken = (token: Token | undefined, ...texts: readonly string[]): boolean =>
  token !== undefined && texts.includes(token.text.toUpperCase());

/** @throws {ConditionError} when the text cannot be read into tokens */
const readTokens = (text: string): TokenReader => {
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
