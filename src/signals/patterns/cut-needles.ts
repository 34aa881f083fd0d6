/**
 * Needles that an escape sequence cuts in two, as in `EXIT_\u001B[1mSTATUS`. Whatever terminals take away begins with one of
 * two characters; so a word that is whole only without it has a head of its own right before one of these.
 *
 * @module
 */
import type { Needle } from '../../blocks/needle.ts';
import { encodeText, standsAt } from '../../text/bytes.ts';
import { LOWER_CASE } from './any-word.ts';

/** ESC; and U+009B, which means ESC and a bracket: by its last byte, which is found faster than both. */
const ESC = 0x1b;
const CSI = { first: 0xc2, last: 0x9b } as const;

/** They find every line in which one of these needles may be cut, so that no other coloured line is looked at. */
export const cutNeedles = (needles: readonly Needle[]): readonly Needle[] => {
  let heads: Heads | null = null;
  // Most messages have no colours.
  const endsWithHead = (bytes: Uint8Array, end: number): boolean => {
    heads ??= headsOf(needles);
    for (const head of heads[bytes[end - 1] ?? 0] ?? NONE)
      if (standsAt(bytes, end - head.bytes.length, head.bytes, head.as)) return true;
    return false;
  };
  return [
    cutBy(ESC, endsWithHead),
    cutBy(CSI.last, (bytes, at) => bytes[at - 1] === CSI.first && endsWithHead(bytes, at - 1)),
  ];
};

const cutBy = (byte: number, isCut: (bytes: Uint8Array, at: number) => boolean): Needle => ({
  words: [],
  ignoresCase: false,
  find: (bytes, from) => {
    let found = bytes.indexOf(byte, from);
    while (found !== -1 && !isCut(bytes, found)) found = bytes.indexOf(byte, found + 1);
    return found;
  },
});

interface Head {
  readonly bytes: Uint8Array;
  /** The value that a byte is compared as. */
  readonly as: Readonly<Uint8Array> | undefined;
}

/** The incomplete starts of a needle, by their last byte. */
type Heads = readonly (readonly Head[])[];

const NONE: readonly Head[] = [];

const headsOf = (needles: readonly Needle[]): Heads => {
  const heads: Head[][] = Array.from({ length: 256 }, () => []);
  for (const { words, ignoresCase } of needles) {
    const as = ignoresCase ? LOWER_CASE : undefined;
    for (const word of words) {
      const whole = encodeText(ignoresCase ? word.toLowerCase() : word);
      for (let length = 1; length < whole.length; length += 1) {
        const head = { bytes: whole.subarray(0, length), as };
        const last = whole[length - 1] ?? 0;
        heads[last]?.push(head);
        if (ignoresCase && LOWER_CASE[last - 0x20] === last) heads[last - 0x20]?.push(head);
      }
    }
  }
  return heads;
};
