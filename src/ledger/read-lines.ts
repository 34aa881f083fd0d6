/** The complete lines of an open file, one after the other, synchronously and in constant memory. */
import { createReadStream, readSync } from 'node:fs';
import { LedgerError } from './ledger-error.ts';
import { describeCause } from '../base/text/describe-cause.ts';

const CHUNK_BYTES = 1 << 18;

/** Yields the bytes of a file in chunks. @throws {LedgerError} `unreadable` when the file cannot be read. */
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

/** The bytes of a descriptor from `from` on, each piece in a buffer of its own. */
export function* readPieces(descriptor: number, from = 0): Generator<Buffer, void> {
  for (let at = from; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, at);
    if (length === 0) return;
    at += length;
    yield chunk.subarray(0, length);
  }
}
