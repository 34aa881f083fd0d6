/** Cuts a stream of bytes into lines, whatever its chunks are, and passes on those that may matter; it keeps one line at most. */
import { stripSequences } from '../../base/text/quote-text.ts';
import { type Line, MAX_LINE_BYTES } from '../blocks/place-lines.ts';
import type { Needle } from '../blocks/block-form.ts';
import { concatBytes, decodeBytes, findWord } from '../../base/text/bytes.ts';

// Look-alike characters are never folded: a full-width colon or a zero-width space makes another key (rule 3.4).

/** The line without ANSI sequences and trailing blanks, no-break spaces as blanks; a BOM only where the text begins (rule 3.4). */
export const normaliseLine = (raw: string, isFirst: boolean): string => {
  const text = isFirst && raw.startsWith('\uFEFF') ? raw.slice(1) : raw;
  const plain = stripSequences(text);
  return trimEnd(plain.includes('\u00A0') ? plain.replaceAll('\u00A0', ' ') : plain);
};

// `trimEnd` of the language would also take a BOM and other marks; a pattern ending in `$` is quadratic on long blanks.
const trimEnd = (text: string): string => {
  let end = text.length;
  while (end > 0 && ' \t\r'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

const NEWLINE = 10;
const NEWLINES = 0x0a0a0a0a;
/** Each word adds at most one to each of four sums of 8 bits. */
const WORDS_PER_SUM = 255;

/** Line feeds in the bytes from `start` to before `end`. */
const countNewlines = (bytes: Uint8Array, start: number, end: number): number => {
  let count = 0;
  let at = start;
  while (at < end && (bytes.byteOffset + at) % 4 !== 0) if (bytes[at++] === NEWLINE) count += 1;
  const length = (end - at) >> 2;
  const words = length === 0 ? [] : new Int32Array(bytes.buffer, bytes.byteOffset + at, length);
  for (let from = 0; from < length; from += WORDS_PER_SUM) {
    const to = Math.min(length, from + WORDS_PER_SUM);
    let sums = 0;
    for (let word = from; word < to; word += 1) {
      // Bytes that are a line feed become 0; the top bit of each byte then shows whether it is one.
      const zero = (words[word] ?? 0) ^ NEWLINES;
      sums += (~(((zero & 0x7f7f7f7f) + 0x7f7f7f7f) | zero) & 0x80808080) >>> 7;
    }
    count += (sums & 0xff) + ((sums >>> 8) & 0xff) + ((sums >>> 16) & 0xff) + (sums >>> 24);
  }
  for (at += length * 4; at < end; at += 1) if (bytes[at] === NEWLINE) count += 1;
  return count;
};

/** The needles of the next lines; `null`: every line is taken. Asked again after each taken line. */
export type Search = readonly Needle[] | null;

const COMMENT = '<!--';
const findComment = findWord(COMMENT);
const NOTHING = new Uint8Array(0);

/** Hands lines to `take`, in order: the same for any chunking of the same bytes. */
export const createLineScanner = (search: () => Search, take: (line: Line) => void) => {
  let head: Uint8Array[] = [];
  let length = 0;
  /** The last bytes before what comes next, of a line that was cut: a comment may open between two chunks. */
  let seam: Uint8Array = NOTHING;
  let hides = false;
  let number = 0;

  const keep = (piece: Uint8Array): void => {
    const room = Math.max(0, MAX_LINE_BYTES - length);
    const wasWhole = length <= MAX_LINE_BYTES;
    // A copy: the chunk is its writer's again when `write` has returned.
    if (room > 0 && piece.length > 0) head.push(Uint8Array.from(piece.subarray(0, room)));
    length += piece.length;
    if (piece.length <= room) return;
    if (wasWhole) seam = concatBytes(head).subarray(MAX_LINE_BYTES - COMMENT.length + 1);
    const rest = piece.subarray(room);
    const around = concatBytes([seam, rest.subarray(0, COMMENT.length)]);
    hides ||= findComment(around, 0) !== -1 || findComment(rest, 0) !== -1;
    seam = concatBytes([seam, rest.subarray(-COMMENT.length)]).subarray(1 - COMMENT.length);
  };
  const finish = (text: string): void => {
    number += 1;
    const line = { text, number, cut: length > MAX_LINE_BYTES, hides };
    head = [];
    length = 0;
    seam = NOTHING;
    hides = false;
    take(line);
  };
  const finishKept = (): void => finish(decodeBytes(concatBytes(head)));
  /** Whole lines, the last line feed included. */
  const scan = (bytes: Uint8Array): void => {
    const places = new Map<Needle, number>();
    let at = 0;
    while (at < bytes.length) {
      const needles = search();
      const found = needles === null ? at : findFirst(needles, bytes, at, places);
      const start = found === at ? at : bytes.lastIndexOf(NEWLINE, found - 1) + 1;
      if (start > at) number += countNewlines(bytes, at, start);
      if (start >= bytes.length) return;
      const end = bytes.indexOf(NEWLINE, start);
      if (end - start > MAX_LINE_BYTES) {
        keep(bytes.subarray(start, end));
        finishKept();
      } else finish(decodeBytes(bytes.subarray(start, end)));
      at = end + 1;
    }
  };

  return {
    write: (chunk: Uint8Array): void => {
      let start = 0;
      if (length > 0) {
        const end = chunk.indexOf(NEWLINE);
        keep(end === -1 ? chunk : chunk.subarray(0, end));
        if (end === -1) return;
        finishKept();
        start = end + 1;
      }
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      if (end > start) scan(chunk.subarray(start, end));
      keep(chunk.subarray(Math.max(start, end)));
    },
    /** Hands on a last line that has no line feed, too. */
    end: (): void => {
      if (length > 0) finishKept();
    },
  };
};

/** The position of the first needle from `from` on; the end of the bytes when there is none. */
const findFirst = (
  needles: readonly Needle[],
  bytes: Uint8Array,
  from: number,
  places: Map<Needle, number>,
): number => {
  let first = bytes.length;
  for (const needle of needles) {
    let place = places.get(needle) ?? -1;
    if (place < from) {
      const found = needle.find(bytes, from);
      place = found === -1 ? bytes.length : found;
      places.set(needle, place);
    }
    if (place < first) first = place;
  }
  return first;
};
