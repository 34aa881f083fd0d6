/**
 * Cuts a stream of bytes into lines. Only LF ends a line: U+2028 and CR stay part of it, as the text may carry them.
 *
 * @module
 */

interface LineCutter {
  /** Takes the next bytes, however they are cut. */
  readonly push: (chunk: Buffer) => void;
  /** What is left after the last newline; empty when the bytes end with one. */
  readonly rest: () => Buffer;
}

/** Calls `see` with each whole line, without its newline. The bytes are good for the time of the call. */
export const createLineCutter = (see: (line: Buffer) => void): LineCutter =>
  createSpanCutter((bytes, start, end) => see(bytes.subarray(start, end)));

/** The same where a view for every line would cost too much: `see` is told where in the bytes the line lies. */
export const createSpanCutter = (see: (bytes: Buffer, start: number, end: number) => void): LineCutter => {
  let pieces: Buffer[] = [];
  return {
    push: (chunk) => {
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        if (pieces.length === 0) see(chunk, start, end);
        else {
          const line = Buffer.concat([...pieces, chunk.subarray(start, end)]);
          see(line, 0, line.length);
          pieces = [];
        }
        start = end + 1;
      }
      if (start < chunk.length) pieces.push(chunk.subarray(start));
    },
    rest: () => Buffer.concat(pieces),
  };
};
