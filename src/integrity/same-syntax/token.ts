/**
 * Two texts as tokens, comments among them. Formatters move tokens to other lines; a comment may depend on its lines.
 *
 * @module
 */

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
