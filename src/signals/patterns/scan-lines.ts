/**
 * Cuts a stream of bytes into lines, whatever its chunks are, and passes on those that may matter. It never keeps more
 * than one line up to a cap; lines without a needle are counted and skipped.
 *
 * @module
 */
import { countNewlines } from './count-newlines.ts';
import { type Line, MAX_LINE_BYTES } from '../../blocks/line.ts';
import type { Needle } from '../../blocks/needle.ts';

/** The needles of the next lines; `null`: every line is taken. Asked again after each taken line. */
export type Search = readonly Needle[] | null;

interface LineScanner {
  readonly write: (chunk: Buffer) => void;
  /** Hands on a last line that has no line feed, too. */
  readonly end: () => void;
}

const NEWLINE = 10;
const COMMENT = '<!--';

/** Hands lines to `take`, in order: the same for any chunking of the same bytes. */
export const createLineScanner = (search: () => Search, take: (line: Line) => void): LineScanner => {
  let head: Buffer[] = [];
  let length = 0;
  /** The last bytes before what comes next, of a line that was cut: a comment may open between two chunks. */
  let seam = '';
  let hides = false;
  let number = 0;

  const keep = (piece: Buffer): void => {
    const room = Math.max(0, MAX_LINE_BYTES - length);
    const wasWhole = length <= MAX_LINE_BYTES;
    // A copy: the chunk is its writer's again when `write` has returned.
    if (room > 0 && piece.length > 0) head.push(Buffer.from(piece.subarray(0, room)));
    length += piece.length;
    if (piece.length <= room) return;
    if (wasWhole) seam = Buffer.concat(head).toString('latin1', MAX_LINE_BYTES - COMMENT.length + 1);
    const rest = piece.subarray(room);
    const around = seam + rest.toString('latin1', 0, COMMENT.length);
    hides ||= around.includes(COMMENT) || rest.includes(COMMENT);
    seam = (seam + rest.toString('latin1', Math.max(0, rest.length - COMMENT.length))).slice(1 - COMMENT.length);
  };
  const finish = (text: string): void => {
    number += 1;
    const line = { text, number, cut: length > MAX_LINE_BYTES, hides };
    head = [];
    length = 0;
    seam = '';
    hides = false;
    take(line);
  };
  const finishKept = (): void => finish(Buffer.concat(head).toString('utf8'));
  /** Whole lines, the last line feed included. */
  const scan = (bytes: Buffer): void => {
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
      } else finish(bytes.toString('utf8', start, end));
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
const findFirst = (needles: readonly Needle[], bytes: Buffer, from: number, places: Map<Needle, number>): number => {
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
