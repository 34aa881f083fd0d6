/** Patterns that a config brings: RE2's syntax, so that no pattern can hang a run whatever an agent prints. */
import { RE2JS, RE2JSException } from 're2js';
import type { Needle } from '../blocks/block-form.ts';
import { encodeText, standsAt } from '../../base/text/bytes.ts';
import type { Search } from './scan-lines.ts';
import { DualgateError } from '../../../gates/errors.ts';

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
const LOWER_CASE: Readonly<Uint8Array> = Uint8Array.from({ length: 256 }, (_, byte) =>
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

// Needles that an escape sequence cuts in two, as in `EXIT_\u001B[1mSTATUS`: whatever terminals take away begins with
// one of two characters; so a word that is whole only without it has a head of its own right before one of these.

/** ESC; and U+009B, which means ESC and a bracket: by its last byte, which is found faster than both. */
const ESC = 0x1b;
const CSI = { first: 0xc2, last: 0x9b } as const;

/** They find every line in which one of these needles may be cut, so that no other coloured line is read. */
const cutNeedles = (needles: readonly Needle[]): readonly Needle[] => {
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

/**
 * A search for words in one place or another; each is made once, and anew when the words are others.
 * @param words - `null`: any line may matter @returns takes what the placer of lines looks for; `null` stays `null`
 */
export const createLineSearch = (
  words: () => readonly Needle[] | null,
): ((places: readonly Needle[] | null) => Search) => {
  const made = new Map<readonly Needle[], readonly Needle[]>();
  let madeFor: readonly Needle[] | null = null;
  return (places) => {
    const wanted = words();
    if (places === null || wanted === null) return null;
    if (wanted !== madeFor) made.clear();
    madeFor = wanted;
    const known = made.get(places);
    if (known !== undefined) return known;
    const needles = [...places, ...wanted];
    const search = [...needles, ...cutNeedles(needles)];
    made.set(places, search);
    return search;
  };
};

/** How large a pattern may be: characters as written, and instructions that RE2 makes of it. */
const MAX_PATTERN = { characters: 1_000, instructions: 1_000 } as const;

/** UTF-16 units of a line that are looked at. */
const MAX_LINE_LENGTH = 65_536;

/**
 * A pattern is empty, too large, or not RE2; in a config it is one of the `problems`. Fix: remove look-around and back
 * references.
 */
export class PatternError extends DualgateError {
  override readonly name = 'PatternError';
  readonly code = 'E_PATTERN';
  /** Completes the sentence "the pattern …". */
  readonly problem: string;

  constructor(source: string, problem: string, options?: ErrorOptions) {
    const shown = source.length > 60 ? `${source.slice(0, 60)}…` : source;
    super(`Cannot use the pattern /${shown}/: it ${problem}.`, options);
    this.problem = problem;
  }
}

interface Pattern {
  readonly source: string;
  /** Whether the pattern is found anywhere in the line, of which no more than `MAX_LINE_LENGTH` units are looked at. */
  readonly test: (line: string) => boolean;
}

/** @throws {PatternError} for a pattern that is empty, too large, or asks for what RE2 refuses */
export const compilePattern = (source: string, { ignoreCase = false } = {}): Pattern => {
  if (source === '') throw new PatternError(source, 'is empty, and would match every line');
  if (source.length > MAX_PATTERN.characters) {
    throw new PatternError(
      source,
      `can have at most ${MAX_PATTERN.characters} characters (got ${source.length}). Split it into several patterns`,
    );
  }
  const compiled = compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  const size = compiled.programSize();
  if (size > MAX_PATTERN.instructions) {
    throw new PatternError(
      source,
      `repeats too much: ${size} instructions of at most ${MAX_PATTERN.instructions}. Repeat less`,
    );
  }
  return {
    source,
    test: (line) => compiled.test(line.length > MAX_LINE_LENGTH ? line.slice(0, MAX_LINE_LENGTH) : line),
  };
};

const compile = (source: string, flags: number): RE2JS => {
  try {
    return RE2JS.compile(source, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new PatternError(source, wordProblem(source, error.message), { cause: error });
  }
};

/** The name of syntax that people write for other engines; else the message of RE2. */
const wordProblem = (source: string, message: string): string => {
  if (/\(\?<?[=!]/.test(message)) return refused('look-around');
  if (/invalid escape sequence: `\\[1-9k]/.test(message)) return refused('a back reference');
  if (/\(\?>/.test(message)) return refused('an atomic group');
  return `is not a valid RE2 pattern: ${message.replace(/^error parsing regexp: /, '').trim() || source}`;
};

const refused = (what: string): string => `uses ${what}, which RE2 does not support. Write the pattern without it`;
