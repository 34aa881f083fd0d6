/**
 * Cuts a stream of bytes into lines.
 *
 * @module
 */

/** Takes bytes, however they are cut. */
export interface LineSplitter {
  readonly push: (chunk: Buffer) => void;
  /** What came after the last newline; empty when the stream ended with one. */
  readonly rest: () => Buffer;
}

/** Calls `onLine` for each line that has its newline, without it. */
export const splitLines = (onLine: (line: Buffer) => void): LineSplitter => {
  let parts: Buffer[] = [];
  return {
    push: (chunk) => {
      let from = 0;
      for (let to = chunk.indexOf(10); to !== -1; to = chunk.indexOf(10, from)) {
        const line = Buffer.concat([...parts, chunk.subarray(from, to)]);
        parts = [];
        from = to + 1;
        onLine(line);
      }
      if (from < chunk.length) parts.push(chunk.subarray(from));
    },
    rest: () => Buffer.concat(parts),
  };
};
