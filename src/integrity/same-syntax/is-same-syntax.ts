/**
 * Whether two texts of a file differ only in their formatting. Whatever is not surely understood differs.
 *
 * @module
 */
import { readGo } from './go-tokens.ts';
import { readPython } from './python-tokens.ts';
import { isSameScript } from './script-syntax.ts';
import { isSameTokens, type Token } from './token.ts';

/** For a parser. */
const MOST_CHARACTERS = 1_000_000;
/** Bytes that are no text, and the end of a line for some tools alone. */
// oxlint-disable-next-line no-control-regex -- a NUL is one of them
const UNCLEAR = /[\0\uFFFD\u2028\u2029]|\r(?!\n)/;

/** @param path - its extension is the language */
export const isSameSyntax = async (path: string, before: string, after: string): Promise<boolean> => {
  if (before === after) return true;
  if ([before, after].some((text) => text.length > MOST_CHARACTERS || UNCLEAR.test(text))) return false;
  if (/\.(?:[cm]?[jt]s|[jt]sx)$/.test(path)) return isSameScript(path, before, after);
  if (path.endsWith('.go')) return isSameRead(readGo(before), readGo(after), 2);
  return path.endsWith('.py') && isSameRead(readPython(before), readPython(after), 1);
};

const isSameRead = (before: readonly Token[] | null, after: readonly Token[] | null, mostBreaks: 1 | 2): boolean =>
  before !== null && after !== null && isSameTokens(before, after, mostBreaks);
