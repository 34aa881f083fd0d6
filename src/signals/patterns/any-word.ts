/**
 * Finds the first of several words in one pass, in any case, and most bytes are not even looked at: by the two bytes where a
 * word as short as the shortest would end, it is known how far on the next one can be (Wu and Manber, 1994).
 *
 * @module
 */
import type { Needle } from '../../blocks/needle.ts';
import { encodeText, standsAt } from '../../text/bytes.ts';

/** A needle that counts anywhere in a line, in any case of the letters of ASCII. @param words - of two bytes at least */
export const inAnyCase = (words: readonly string[]): Needle => {
  const bytes = words.map((word) => encodeText(word.toLowerCase()));
  const length = Math.min(...words.map((word) => word.length));
  const steps = stepsOf(bytes, length);
  return {
    words,
    ignoresCase: true,
    find: (text, from) => {
      let last = from + length - 1;
      while (last < text.length) {
        const step = steps[pairOf(text[last - 1] ?? 0, text[last] ?? 0)] ?? 1;
        if (step > 0) last += step;
        else if (bytes.some((word) => standsAt(text, last - length + 1, word, LOWER_CASE))) return last - length + 1;
        else last += 1;
      }
      return -1;
    },
  };
};

/** Every byte, those of capitals as their small letters. */
export const LOWER_CASE: Readonly<Uint8Array> = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

const PAIRS = 1_024;

/** Alike for both cases of a letter; what else is alike costs a closer look. */
const pairOf = (first: number, second: number): number => ((first & 31) << 5) | (second & 31);

/** By the pair that ends the window: the fewest bytes to the next place where a word can end, were all as short as the shortest. */
const stepsOf = (words: readonly Uint8Array[], length: number): Uint16Array => {
  const steps = new Uint16Array(PAIRS).fill(length - 1);
  for (const word of words) {
    for (let at = 1; at < length; at += 1) {
      const pair = pairOf(word[at - 1] ?? 0, word[at] ?? 0);
      steps[pair] = Math.min(steps[pair] ?? 0, length - 1 - at);
    }
  }
  return steps;
};
