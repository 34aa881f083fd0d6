/**
 * Parts of a text in a language that is read by patterns. Pure.
 *
 * @module
 */

/**
 * The text without comments and the insides of strings: spaces stand there, so that every offset stays.
 *
 * @param isFlat - without the line ends in strings, too
 */
export const showOnly = (text: string, hidden: RegExp, isFlat = false): string =>
  text.replace(hidden, (it) => {
    const isString = /^["'`]/.test(it);
    const blank = it.replaceAll(isString && isFlat ? /[\s\S]/g : /[^\n]/g, ' ');
    return isString ? `${it.charAt(0)}${blank.slice(1, -1)}${it.charAt(0)}` : blank;
  });

/** The end of the statement that begins there: that of a line outside of all brackets. @param shown - without strings */
export const balancedEnd = (shown: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < shown.length; at += 1) {
    const char = shown.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth -= 1;
    if (depth < 0 || (depth === 0 && (char === '\n' || char === ';') && shown.charAt(at - 1) !== '\\')) return at;
  }
  return shown.length;
};

/** The offset behind the bracket that closes the one at `from`; `null` where none does. */
export const closingOf = (shown: string, from: number): number | null => {
  let depth = 0;
  for (let at = from; at < shown.length; at += 1) {
    const char = shown.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
};

/** A part of a text, with some ranges of it in other words. */
export const replaceIn = (
  text: string,
  { from, to }: Range,
  ranges: readonly Range[],
  inWords: (part: string) => string,
): string => {
  let made = '';
  let done = from;
  for (const range of ranges) {
    made += text.slice(done, range.from) + inWords(text.slice(range.from, range.to));
    done = range.to;
  }
  return made + text.slice(done, to);
};

interface Range {
  readonly from: number;
  readonly to: number;
}
