/**
 * Cuts a stream of bytes into lines. Only LF ends a line: U+2028 and CR stay part of it, since the text may contain
 * them.
 *
 * @module
 */

interface LineCutter {
  /** Takes the next bytes, cut anywhere. */
  readonly push: (chunk: Buffer) => void;
  /** The rest after the last newline; empty when the bytes end with one. */
  readonly rest: () => Buffer;
}

/** Calls `see` with each complete line, without its newline. The bytes are valid during the call. */
export const createLineCutter = (see: (line: Buffer) => void): LineCutter =>
  createSpanCutter((bytes, start, end) => see(bytes.subarray(start, end)));

/** The same where a view for every line would cost too much: `see` gets the position of the line in the bytes. */
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
