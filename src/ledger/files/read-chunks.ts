/**
 * Reads the ledger's bytes in chunks, in constant memory.
 *
 * @module
 */
import { createReadStream } from 'node:fs';
import { LedgerError } from '../ledger-error.ts';
import { describeCause } from '../../text/describe-cause.ts';

const CHUNK_BYTES = 1 << 20;

/**
 * Yields the bytes of a file in chunks.
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
