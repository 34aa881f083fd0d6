/**
 * The fast check of a sound chain: each line is the next record, byte for byte, and only one head is kept, for any
 * length. Its only results are "as expected" and "check further"; `check-chain.ts` finds the problem and its position.
 */
import type { LedgerHead } from './check-chain.ts';
import { FIRST_PREV, FRAME_END_LENGTH, FRAME_START, hashBytes, SEAL_LENGTH } from './ledger-record.ts';

// `JSON.parse` of every verified record would take longer than the hash. This check is stricter than JSON: no spaces,
// no deep nesting. A no means "check further", never "broken".

/** Deeper than a record of dualgate can be (src/ledger/json.ts). */
const MAX_DEPTH = 256;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const WORDS: ReadonlyMap<number, Uint8Array> = new Map(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]),
);
/** The closing bracket of each open one, from the outermost; reused by every scan. */
const closers = new Uint8Array(MAX_DEPTH + 1);

/** One JSON object without spaces, from `start` up to `end`. `JSON.parse` accepts every text that this accepts. */
export const isPrintedObject = (bytes: Uint8Array, start: number, end: number): boolean => {
  if (bytes[start] !== OPEN_OBJECT) return false;
  let depth = 0;
  let at = start;
  for (;;) {
    const first = bytes[at];
    if (first === OPEN_OBJECT || first === OPEN_ARRAY) {
      const closer = first + 2;
      if (bytes[at + 1] === closer) at += 2;
      else {
        if (depth === MAX_DEPTH) return false;
        depth += 1;
        closers[depth] = closer;
        at = closer === CLOSE_OBJECT ? skipKey(bytes, at + 1) : at + 1;
        if (at < 0) return false;
        continue;
      }
    } else at = first === QUOTE ? skipString(bytes, at + 1) : skipWordOrNumber(bytes, at);
    if (at < 0) return false;
    while (depth > 0 && bytes[at] === closers[depth]) {
      depth -= 1;
      at += 1;
    }
    if (depth === 0) return at === end;
    if (bytes[at] !== COMMA) return false;
    at = closers[depth] === CLOSE_ARRAY ? at + 1 : skipKey(bytes, at + 1);
    if (at < 0) return false;
  }
};

/** After `"…":`, or -1. */
const skipKey = (bytes: Uint8Array, at: number): number => {
  if (bytes[at] !== QUOTE) return -1;
  const end = skipString(bytes, at + 1);
  return end >= 0 && bytes[end] === COLON ? end + 1 : -1;
};

/** After the closing quote, or -1. Bytes beyond the end read as 0, which no string may contain. */
const skipString = (bytes: Uint8Array, from: number): number => {
  for (let at = from; ; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at + 1;
    if (byte < 0x20) return -1;
    if (byte === BACKSLASH) {
      at += 1;
      if (bytes[at] === 0x75) {
        if (!isHex(bytes, at + 1)) return -1;
        at += 4;
      } else if (!ESCAPES.has(bytes[at] ?? 0)) return -1;
    }
  }
};

const ESCAPES: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));

const isHex = (bytes: Uint8Array, at: number): boolean =>
  /^[0-9a-fA-F]{4}$/.test(String.fromCharCode(...bytes.subarray(at, at + 4)));

const skipWordOrNumber = (bytes: Uint8Array, from: number): number => {
  const word = WORDS.get(bytes[from] ?? 0);
  if (word !== undefined) return word.every((byte, index) => bytes[from + index] === byte) ? from + word.length : -1;
  let at = bytes[from] === 0x2d ? from + 1 : from;
  const whole = at;
  at = skipDigits(bytes, at);
  if (at === whole || (bytes[whole] === 0x30 && at > whole + 1)) return -1;
  if (bytes[at] === 0x2e) {
    const fraction = at + 1;
    at = skipDigits(bytes, fraction);
    if (at === fraction) return -1;
  }
  if (bytes[at] !== 0x65 && bytes[at] !== 0x45) return at;
  const exponent = bytes[at + 1] === 0x2b || bytes[at + 1] === 0x2d ? at + 2 : at + 1;
  at = skipDigits(bytes, exponent);
  return at === exponent ? -1 : at;
};

const skipDigits = (bytes: Uint8Array, from: number): number => {
  let at = from;
  for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[at] ?? 0) at += 1;
  return at;
};

interface SoundChain {
  /** Takes the line between `start` and `end`, without its newline. `false`, from then on, when it is not the next record. */
  readonly see: (bytes: Buffer, start: number, end: number) => boolean;
  /** Whether every line was the next record, and the anchor is one of these records. */
  readonly holds: (anchor: LedgerHead | null) => boolean;
  /** Whether the anchored record was found, and differs: then all of them were sealed again. */
  readonly isAnother: (anchor: LedgerHead | null) => boolean;
  /** Records up to the last one. */
  readonly records: () => number;
  readonly head: () => LedgerHead | null;
}

export const NO_HEAD: LedgerHead = { seq: -1, hash: FIRST_PREV };
/** No start of a record is longer: what `FRAME_START` matches at the most. */
const MAX_START_LENGTH = 150;

/**
 * @param after - the record that the first line has to be chained to; the beginning of a ledger by default
 * @param anchored - of the anchor: its position, so that the hash there is kept
 */
export const createSoundChain = ({
  after = NO_HEAD,
  anchored = null,
}: {
  readonly after?: LedgerHead;
  readonly anchored?: number | null;
} = {}): SoundChain => {
  let { seq, hash } = after;
  let sound = true;
  let hashThere = seq === anchored ? hash : null;

  const isNext = (bytes: Buffer, start: number, end: number): boolean => {
    const tail = end - FRAME_END_LENGTH;
    if (tail <= start) return false;
    const opening = FRAME_START.exec(bytes.toString('latin1', start, Math.min(tail + 1, start + MAX_START_LENGTH)));
    if (opening === null || opening[1] !== String(seq + 1)) return false;
    const own = hashBytes(bytes.subarray(start, end - SEAL_LENGTH));
    if (bytes.toString('latin1', tail, end) !== `,"prev":"${hash}","hash":"${own}"}`) return false;
    if (!isPrintedObject(bytes, start + opening[0].length, tail)) return false;
    hash = own;
    return true;
  };

  return {
    see: (bytes, start, end) => {
      sound &&= isNext(bytes, start, end);
      if (!sound) return false;
      seq += 1;
      if (seq === anchored) hashThere = hash;
      return true;
    },
    holds: (anchor) => sound && (anchor === null || (anchor.seq === anchored && anchor.hash === hashThere)),
    isAnother: (anchor) =>
      anchor !== null && anchor.seq === anchored && hashThere !== null && anchor.hash !== hashThere,
    records: () => seq + 1,
    head: () => (seq < 0 ? null : { seq, hash }),
  };
};
