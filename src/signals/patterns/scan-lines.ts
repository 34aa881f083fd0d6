/**
 * Cuts a stream of bytes into lines, whatever its chunks are, and passes on those that may matter. It never keeps more
 * than one line up to a cap; lines without a needle are counted and skipped.
 *
 * @module
 */
import { type Line, MAX_LINE_BYTES } from '../../blocks/line.ts';
import type { Needle } from '../../blocks/needle.ts';
import { concatBytes, decodeBytes, findWord } from '../../text/bytes.ts';
import { countNewlines } from './count-newlines.ts';

/** The needles of the next lines; `null`: every line is taken. Asked again after each taken line. */
export type Search = readonly Needle[] | null;

interface LineScanner {
  readonly write: (chunk: Uint8Array) => void;
  /** Hands on a last line that has no line feed, too. */
  readonly end: () => void;
}

const NEWLINE = 10;
const COMMENT = '<!--';
const findComment = findWord(COMMENT);
const NOTHING = new Uint8Array(0);

/** Hands lines to `take`, in order: the same for any chunking of the same bytes. */
export const createLineScanner = (search: () => Search, take: (line: Line) => void): LineScanner => {
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
    write: (chunk) => {
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
    end: () => {
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
