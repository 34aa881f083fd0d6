/**
 * Strings to find lines that may matter, so that all others can be skipped. A needle may match too many lines, never too
 * few: the caller checks each line again.
 *
 * @module
 */

import { findWord } from '../text/bytes.ts';

export interface Needle {
  /** The strings, as they occur in a normalised line. */
  readonly words: readonly string[];
  /** In any case. */
  readonly ignoresCase: boolean;
  /**
   * The first match at or after `from`, or -1. `bytes` start at the beginning of a line.
   *
   * @param from - the beginning of a line
   */
  readonly find: (bytes: Uint8Array, from: number) => number;
}

const NEWLINE = 10;

/** A needle that matches anywhere in a line. */
export const anywhere = (text: string): Needle => ({ words: [text], ignoresCase: false, find: findWord(text) });

/** A needle that matches at the beginning of a line. */
export const atStart = (text: string): Needle => {
  const find = findWord(text);
  return {
    words: [text],
    ignoresCase: false,
    find: (bytes, from) => {
      let found = find(bytes, from);
      while (found > 0 && !mayStart(bytes, found)) {
        const end = bytes.indexOf(NEWLINE, found);
        found = end === -1 ? -1 : find(bytes, end);
      }
      return found;
    },
  };
};

/** Prefixes of a line that are removed: an escape sequence, the first byte of U+009B, the bold of Markdown. */
const DRESS: ReadonlySet<number | undefined> = new Set([0x1b, 0xc2, 0x2a, 0x5f]);

/** Each line is searched back to its beginning once: a match that does not begin it rules out later ones. */
const mayStart = (bytes: Uint8Array, found: number): boolean => {
  const start = bytes.lastIndexOf(NEWLINE, found - 1) + 1;
  return start === found || DRESS.has(bytes[start]);
};
