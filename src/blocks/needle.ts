/**
 * Words by which a line is found that may matter, so that all others need not be looked at one by one. A needle may find
 * a line too many, and never one too few: who takes the line looks at it anew.
 *
 * @module
 */

export interface Needle {
  /** What it finds, as it stands in a line that was normalised: one of these. */
  readonly words: readonly string[];
  /** In any case. */
  readonly ignoresCase: boolean;
  /**
   * The first place from `from` on, or -1. `bytes` begin where a line does.
   *
   * @param from - where a line begins
   */
  readonly find: (bytes: Buffer, from: number) => number;
}

const NEWLINE = 10;

/** A needle that counts anywhere in a line. */
export const anywhere = (text: string): Needle => {
  const word = Buffer.from(text);
  return { words: [text], ignoresCase: false, find: (bytes, from) => bytes.indexOf(word, from) };
};

/** A needle that counts where a line begins. */
export const atStart = (text: string): Needle => {
  const word = Buffer.from(text);
  return {
    words: [text],
    ignoresCase: false,
    find: (bytes, from) => {
      let found = bytes.indexOf(word, from);
      while (found > 0 && !mayBegin(bytes, found)) {
        const end = bytes.indexOf(NEWLINE, found);
        found = end === -1 ? -1 : bytes.indexOf(word, end);
      }
      return found;
    },
  };
};

/** What a line can begin with that is taken away: an escape sequence, the first byte of U+009B, the bold of Markdown. */
const DRESS: ReadonlySet<number | undefined> = new Set([0x1b, 0xc2, 0x2a, 0x5f]);

/** Each line is walked back to its begin once: what does not begin it, does not further right either. */
const mayBegin = (bytes: Buffer, found: number): boolean => {
  const begin = bytes.lastIndexOf(NEWLINE, found - 1) + 1;
  return begin === found || DRESS.has(bytes[begin]);
};
