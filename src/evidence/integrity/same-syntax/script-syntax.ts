/** The same tree, and the same tokens but for marks that the tree does not need; read as a module and as a script. */
import type { ParserOptions } from '@babel/parser';
import { isNode, pluginsFor, type SyntaxNode } from '../../../base/text/syntax-tree.ts';

/** Two texts as tokens, comments among them. Formatters move tokens to other lines; a comment may depend on its lines. */
export interface Token {
  /** As it is compared. */
  readonly text: string;
  /** `free`: a mark that may come or go, where the syntax tree stays the same. */
  readonly kind: 'code' | 'free' | 'comment';
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
}

/** Comments that a tool may read: for one line, or for what follows. Too many are better than too few. */
const FOR_TOOLS =
  /[@#!+$]|^\/[/*][\w/]|^\W*[\w-]+:|ignore|disable|enable|suppress|expect|nocheck|lint|cover|istanbul|c8|v8|noqa|nosec|pragma|skip|webpack|vite|prettier|biome|fmt|format|type|pure/i;

/** @param mostBreaks - the most line breaks beside a comment that make a difference */
export const isSameTokens = (before: readonly Token[], after: readonly Token[], mostBreaks: 1 | 2): boolean => {
  const [was, is] = [describe(before, mostBreaks), describe(after, mostBreaks)];
  return was.length === is.length && was.every((each, at) => each === is[at]);
};

/** One text for each token that is not free; that of a comment has its surroundings. */
const describe = (tokens: readonly Token[], mostBreaks: number): readonly string[] => {
  const kept = tokens.filter(({ kind }) => kind !== 'free');
  const described: string[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'free') continue;
    const { kind, text } = token;
    const around =
      kind === 'comment' ? [breaksAround(tokens, at, mostBreaks), isForTools(text) && surround(token)] : [];
    // A comment that a tool reads may be about the very next mark, such as the parenthesis of a cast.
    const next = kind === 'comment' && isForTools(text) ? tokens[at + 1]?.text : '';
    described.push(JSON.stringify([kind, text, ...around, next]));
  }
  return described;

  function surround({ line, endLine }: Token): readonly number[] {
    const first = kept.findIndex((each) => each.endLine >= line);
    const last = kept.findLastIndex((each) => each.line <= endLine);
    const next = kept[last + 1]?.line ?? 0;
    return [first, last, kept.findLastIndex((each) => each.line <= next)];
  }
};

const isForTools = (text: string): boolean => FOR_TOOLS.test(text);

const breaksAround = (tokens: readonly Token[], at: number, most: number): readonly number[] => {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token === undefined) return [];
  return [
    Math.min(most, before === undefined ? most : token.line - before.endLine),
    Math.min(most, next === undefined ? most : next.line - token.endLine),
  ];
};

interface Script {
  readonly tree: SyntaxNode;
  readonly tokens: readonly Token[];
}

/** `wrong`: not in this language; `unclear`: other tools may read it otherwise. */
type ReadScript = (text: string) => Script | 'wrong' | 'unclear';

export const isSameScript = async (path: string, before: string, after: string): Promise<boolean> => {
  // Types that only another parser knows.
  if (/@(?:no)?flow\b/.test(before)) return false;
  let known = 0;
  for (const sourceType of ['module', 'script'] as const) {
    const read = await readerFor(path, sourceType);
    const [was, is] = [read(before), read(after)];
    if (was === 'wrong' && is === 'wrong') continue;
    if (typeof was === 'string' || typeof is === 'string') return false;
    if (!isSameTree(was.tree, is.tree) || !isSameTokens(was.tokens, is.tokens, 1)) return false;
    known += 1;
  }
  return known > 0;
};

const readerFor = async (path: string, sourceType: 'module' | 'script'): Promise<ReadScript> => {
  const { parse } = await import('@babel/parser');
  const options: ParserOptions = {
    sourceType,
    tokens: true,
    allowReturnOutsideFunction: sourceType === 'script',
    allowUndeclaredExports: true,
    errorRecovery: false,
    plugins: pluginsFor(path),
  };
  return (text) => {
    try {
      const file = parse(text, options);
      const tree: unknown = file.program;
      const tokens = readTokens(text, file.tokens ?? []);
      return isNode(tree) && tokens !== null ? { tree, tokens } : 'unclear';
    } catch (error) {
      return error instanceof SyntaxError ? 'wrong' : 'unclear';
    }
  };
};

const FREE = new Set([';', ',', '(', ')']);

/** `null` if something other than plain blanks is between two tokens, or a comment has an odd form. */
const readTokens = (text: string, all: readonly unknown[]): readonly Token[] | null => {
  const tokens: Token[] = [];
  let end = 0;
  for (const each of all) {
    if (!isNode(each)) return null;
    if (/[^ \t\r\n]/.test(text.slice(end, each.start))) return null;
    ({ end } = each);
    const token = nameToken(each, text.slice(each.start, each.end));
    if (token === null) return null;
    if (token !== 'blank') tokens.push({ ...token, line: lineOf(each), endLine: lineOf(each, 'end') });
  }
  return tokens;
};

const nameToken = ({ type }: SyntaxNode, text: string): Pick<Token, 'text' | 'kind'> | 'blank' | null => {
  const kind: unknown = type;
  if (typeof kind === 'string') {
    // An old comment of HTML is one in a script, and operators in a module.
    return /^\/[/*]/.test(text) ? { text: withoutIndentation(text), kind: 'comment' } : null;
  }
  const label = labelOf(kind);
  if (label === 'eof') return 'blank';
  if (label === 'jsxText' && isBlankOfTags(text)) return 'blank';
  if (label === 'string') return { text: withoutQuotes(text), kind: 'code' };
  return { text, kind: FREE.has(label) ? 'free' : 'code' };
};

const labelOf = (type: unknown): string =>
  typeof type === 'object' && type !== null && 'label' in type && typeof type.label === 'string' ? type.label : '';

/** From 1; 0 where the parser gives none. */
export const lineOf = ({ loc }: SyntaxNode, side: 'start' | 'end' = 'start'): number => {
  const at: unknown = typeof loc === 'object' && loc !== null ? Reflect.get(loc, side) : null;
  const line: unknown = typeof at === 'object' && at !== null ? Reflect.get(at, 'line') : null;
  return typeof line === 'number' ? line : 0;
};

/** Every compiler of JSX drops it. */
const isBlankOfTags = (text: string): boolean => /^[ \t\r\n]*$/.test(text) && text.includes('\n');

/** A string is the same if its quotes alone decide whether a quote is escaped. */
const withoutQuotes = (text: string): string =>
  `'${text.slice(1, -1).replaceAll(/\\(.)/gs, (all, escaped: string) => (/["']/.test(escaped) ? escaped : all))}'`;

const withoutIndentation = (comment: string): string =>
  comment
    .split('\n')
    .map((line, at) => (at === 0 ? line : line.trimStart()).trimEnd())
    .join('\n');

/** Keys for the place of a node or its notation; the tokens are compared as well. */
const NO_SYNTAX = new Set('start end loc range extra leadingComments innerComments trailingComments'.split(' '));

const isSameTree = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one) && Array.isArray(other)) {
    const [was, is] = [withoutBlanks(one), withoutBlanks(other)];
    return was.length === is.length && was.every((each, at) => isSameTree(each, is[at]));
  }
  if (!isObject(one) || !isObject(other)) return Object.is(one, other);
  const [was, is] = [one, other].map((each) => Object.keys(each).filter((key) => !NO_SYNTAX.has(key)));
  return (
    was !== undefined &&
    is?.length === was.length &&
    was.every((key) => Object.hasOwn(other, key) && isSameChild(one, other, key))
  );
};

const isSameChild = (one: Tree, other: Tree, key: string): boolean => {
  const [was, is] = [one[key], other[key]];
  if (!isSameTree(was, is)) return false;
  if (!needsParentheses(one, key)) return true;
  const inParentheses = (value: unknown): string => [value].flat().map(isInParentheses).join(' ');
  return inParentheses(was) === inParentheses(is);
};

type Tree = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RegExp);

/** Where parentheses say more than the tree: `(a) = () => {}` names no function, and `f<T>(x)` is a call elsewhere. */
const needsParentheses = ({ type, operator }: Tree, key: string): boolean =>
  ['callee', 'object', 'tag', 'arguments'].includes(key) ||
  (key === 'left' && type !== 'BinaryExpression' && type !== 'LogicalExpression') ||
  (key === 'right' && typeof operator === 'string' && operator.includes('>'));

const isInParentheses = (node: unknown): boolean =>
  isObject(node) && isObject(node.extra) && node.extra.parenthesized === true;

const withoutBlanks = (list: readonly unknown[]): readonly unknown[] =>
  list.filter(
    (each) =>
      !isNode(each) ||
      !(each.type === 'EmptyStatement' || (each.type === 'JSXText' && isBlankOfTags(String(each.value)))),
  );
