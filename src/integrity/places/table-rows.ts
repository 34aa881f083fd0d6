/**
 * The rows of tables of tests, read from the text in any language: an element of a list that is a group in brackets,
 * such as `['NO', 'no']`, `{name: "loud", word: "NO"}` or `pytest.param("NO", "no", id="loud")`. A scanner and no
 * parser: brackets that do not match give no rows.
 *
 * @module
 */
import { languageOf, SCRIPT_AS_TEXT } from '../../mutation-check/languages.ts';
import type { Cut } from '../additions/addition.ts';

/** In the order of their ends: a row inside of another one comes first. */
export const findRows = (file: string, text: string): readonly Cut[] => {
  const bare = withoutHidden(file, text);
  const rows: Cut[] = [];
  const open: { readonly char: string; readonly closed: number[]; from: number }[] = [];
  const endElement = (at: number): void => {
    const list = open.at(-1);
    if (list === undefined) return;
    const [first] = list.closed;
    const element = bare.slice(list.from, at);
    const start = list.from + (element.length - element.trimStart().length);
    const end = list.from + element.trimEnd().length;
    // It ends with the only group in it.
    const isGroup = first !== undefined && list.closed.length === 2 && list.closed.at(-1) === end;
    if (isGroup && '[{'.includes(list.char) && IS_NAMED.test(bare.slice(start, first))) rows.push({ start, end });
    list.from = at + 1;
    list.closed.length = 0;
  };
  for (let at = 0; at < bare.length; at += 1) {
    const char = bare.charAt(at);
    if ('([{'.includes(char)) {
      open.at(-1)?.closed.push(at);
      open.push({ char, closed: [], from: at + 1 });
    } else if (')]}'.includes(char)) {
      endElement(at);
      if (PAIRS[open.pop()?.char ?? ''] !== char) return [];
      open.at(-1)?.closed.push(at + 1);
    } else if (char === ',') endElement(at);
  }
  return open.length === 0 ? rows : [];
};

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** A key, and the name of a constructor: they may be in front of the group. */
const IS_NAMED = /^(?:(?:\w+|(["'`]) *\1)\s*(?::|=>?)\s*)?(?:new\s+)?[\w.&:]*$/;

/** Blanks in the place of comments and the insides of strings keep every position. */
const withoutHidden = (file: string, text: string): string => {
  const language = languageOf(file);
  const { hidden } = language === null || language === 'script' ? SCRIPT_AS_TEXT : language;
  const blank = (it: string): string => it.replaceAll(/[^\n]/g, ' ');
  return text.replace(hidden, (it) =>
    /^["'`]/.test(it) && it.length > 1 ? `${it.charAt(0)}${blank(it.slice(1, -1))}${it.charAt(0)}` : blank(it),
  );
};

/** The values that are written out in a row. */
export const valuesOf = (row: string): readonly string[] =>
  [...row.matchAll(/(["'`])((?:\\.|(?!\1).)*)\1|(?<![\w.])-?\w[\w.]*/g)].map(([word, quote, inside = '']) =>
    quote === undefined ? word : inside,
  );

/** With the comma that belongs to it. */
export const withComma = (text: string, { start, end }: Cut): Cut => {
  const [behind] = /^[ \t]*,[ \t]*/.exec(text.slice(end)) ?? [];
  if (behind !== undefined) return { start, end: end + behind.length };
  const [before = ''] = /,\s*$/.exec(text.slice(0, start)) ?? [];
  return { start: start - before.length, end };
};
