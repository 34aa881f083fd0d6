/**
 * The ledger's bytes, and the lines in them. Only LF ends a line: U+2028 and CR stay part of it, as a record's text may carry them.
 *
 * @module
 */
import { createReadStream } from 'node:fs';
import { describeCause, LedgerError } from './ledger-error.ts';

export interface LineCutter {
  /** Takes the next bytes of the file. */
  readonly push: (chunk: Buffer) => void;
  /** What is left after the last newline; empty when the file ends with one. */
  readonly rest: () => Buffer;
}

const CHUNK_BYTES = 1 << 20;

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

/**
 * Yields a file's bytes as they come.
 *
 * @throws {LedgerError} `unreadable` when the file cannot be read.
 */
export async function* readChunks(path: string): AsyncGenerator<Buffer, void> {
  // Without an encoding a read stream yields buffers only.
  const stream: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  try {
    for await (const chunk of stream) yield chunk;
  } catch (cause) {
    const message = `Cannot read the ledger ${path}: ${describeCause(cause)}. Check the path and its permissions.`;
    throw new LedgerError('unreadable', message, { path, cause });
  }
}
