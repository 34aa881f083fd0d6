/**
 * Cuts a stream of bytes into lines. Only LF ends a line: U+2028 and CR stay part of it, as the text may carry them.
 *
 * @module
 */

export interface LineCutter {
  /** Takes the next bytes, however they are cut. */
  readonly push: (chunk: Buffer) => void;
  /** What is left after the last newline; empty when the bytes end with one. */
  readonly rest: () => Buffer;
}

/** Calls `see` with each whole line, without its newline. The bytes are good for the time of the call. */
export const createLineCutter = (see: (line: Buffer) => void): LineCutter => {
  let pieces: Buffer[] = [];
  return {
    push: (chunk) => {
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        const piece = chunk.subarray(start, end);
        if (pieces.length === 0) see(piece);
        else {
          see(Buffer.concat([...pieces, piece]));
          pieces = [];
        }
        start = end + 1;
      }
      if (start < chunk.length) pieces.push(chunk.subarray(start));
    },
    rest: () => Buffer.concat(pieces),
  };
};
