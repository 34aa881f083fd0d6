/**
 * Cuts a stream of text into lines, whatever its chunks are, and never holds more than one line up to a cap.
 *
 * @module
 */

/** A line longer than this is no marker and no field, in UTF-16 units. */
export const MAX_LINE_LENGTH = 65_536;

/** One line without its line feed. `cut`: it was longer than MAX_LINE_LENGTH, and only its head is here. */
export interface Line {
  readonly text: string;
  /** Position in the stream, from 1. */
  readonly number: number;
  readonly cut: boolean;
}

/** `end` hands on a last line that has no line feed. */
export interface LineSplitter {
  readonly write: (chunk: string) => void;
  readonly end: () => void;
}

/** Hands every line to `take`, in order; the same lines for any chunking of the same text. */
export const createLineSplitter = (take: (line: Line) => void): LineSplitter => {
  let pending = '';
  let cut = false;
  let number = 0;

  const keep = (piece: string): void => {
    const room = MAX_LINE_LENGTH - pending.length;
    if (piece.length > room) cut = true;
    pending += piece.slice(0, room);
  };
  const finish = (): void => {
    number += 1;
    const line = { text: pending, number, cut };
    pending = '';
    cut = false;
    take(line);
  };

  return {
    write: (chunk) => {
      let start = 0;
      for (let feed = chunk.indexOf('\n'); feed !== -1; feed = chunk.indexOf('\n', start)) {
        keep(chunk.slice(start, feed));
        finish();
        start = feed + 1;
      }
      keep(chunk.slice(start));
    },
    end: () => {
      if (pending !== '') finish();
    },
  };
};
