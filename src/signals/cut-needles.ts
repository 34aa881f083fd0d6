/**
 * Needles that an escape sequence cuts in two, as in `EXIT_\u001B[1mSTATUS`. Whatever terminals take away begins with one of
 * two characters; so a word that is whole only without it has a head of its own right before one of these.
 *
 * @module
 */
import { isSame } from './any-word.ts';
import type { Needle } from './needle.ts';

/** ESC; and U+009B, which stands for ESC and a bracket: by its last byte, which is found faster than both. */
const ESC = 0x1b;
const CSI = { first: 0xc2, last: 0x9b } as const;

/** They find every line in which one of these needles may be cut, so that no other coloured line is looked at. */
export const cutNeedles = (needles: readonly Needle[]): readonly Needle[] => {
  let heads: Heads | null = null;
  // Most messages have no colours.
  const endsWithHead = (bytes: Buffer, end: number): boolean => {
    heads ??= headsOf(needles);
    for (const head of heads[bytes[end - 1] ?? 0] ?? NONE) if (endsWith(bytes, end, head)) return true;
    return false;
  };
  return [
    cutBy(ESC, endsWithHead),
    cutBy(CSI.last, (bytes, at) => bytes[at - 1] === CSI.first && endsWithHead(bytes, at - 1)),
  ];
};

const cutBy = (byte: number, isCut: (bytes: Buffer, at: number) => boolean): Needle => ({
  words: [],
  ignoresCase: false,
  find: (bytes, from) => {
    let found = bytes.indexOf(byte, from);
    while (found !== -1 && !isCut(bytes, found)) found = bytes.indexOf(byte, found + 1);
    return found;
  },
});

interface Head {
  /** In lower case where the case does not matter. */
  readonly bytes: Buffer;
  readonly ignoresCase: boolean;
}

/** What a needle can begin with and not yet be whole, by its last byte. */
type Heads = readonly (readonly Head[])[];

const NONE: readonly Head[] = [];

const headsOf = (needles: readonly Needle[]): Heads => {
  const heads: Head[][] = Array.from({ length: 256 }, () => []);
  for (const { words, ignoresCase } of needles) {
    for (const word of words.map((each) => Buffer.from(ignoresCase ? each.toLowerCase() : each))) {
      for (let length = 1; length < word.length; length += 1) {
        const bytes = word.subarray(0, length);
        for (const last of lastsOf(bytes, ignoresCase)) heads[last]?.push({ bytes, ignoresCase });
      }
    }
  }
  return heads;
};

const lastsOf = (head: Buffer, ignoresCase: boolean): readonly number[] => {
  const last = head.at(-1) ?? 0;
  return ignoresCase && isSame(last - 0x20, last) ? [last, last - 0x20] : [last];
};

const endsWith = (bytes: Buffer, end: number, { bytes: head, ignoresCase }: Head): boolean => {
  const start = end - head.length;
  if (start < 0) return false;
  for (let at = 0; at < head.length; at += 1) {
    const wanted = head[at] ?? 0;
    if (bytes[start + at] !== wanted && !(ignoresCase && isSame(bytes[start + at] ?? 0, wanted))) return false;
  }
  return true;
};
