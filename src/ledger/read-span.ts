/**
 * Reads a part of a ledger again: it is valid when each record in it is still chained to the one before, from the
 * record before the part to its last one.
 *
 * @module
 */
import { closeSync, readSync } from 'node:fs';
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { createSpanCutter } from '../lines/cut-lines.ts';
import type { LedgerHead } from './check-chain.ts';
import { openPlain } from '../files/open-plain.ts';
import { LedgerError } from './ledger-error.ts';
import { type LedgerRecord, parseLine } from './ledger-record.ts';
import { createSoundChain } from './sound-chain.ts';
import { describeCause } from '../text/describe-cause.ts';

interface LedgerSpan {
  /** Bytes of the file before it, and up to its end. */
  readonly from: number;
  readonly to: number;
  /** The record before it. */
  readonly after: LedgerHead;
  /** Its last record. */
  readonly last: LedgerHead;
}

const CHUNK_BYTES = 1 << 20;

/** @throws {LedgerError} `broken` when the content differs, `unreadable` */
export const readSpan = async (
  path: string,
  { from, to, after, last }: LedgerSpan,
): Promise<readonly LedgerRecord[]> => {
  const chain = createSoundChain({ after, anchored: last.seq });
  const found: LedgerRecord[] = [];
  const cutter = createSpanCutter((bytes, start, end) => {
    if (chain.see(bytes, start, end)) found.push(parseLine(bytes.toString('utf8', start, end)));
  });
  for (let at = from; at < to; ) {
    const chunk = readChunk(path, at, Math.min(CHUNK_BYTES, to - at));
    if (chunk.length === 0) break;
    at += chunk.length;
    cutter.push(chunk);
    // The loop may be in this same process.
    await turnOfTheEventLoop();
  }
  if (chain.holds(last) && chain.records() === last.seq + 1) return found;
  const what = `the records from ${after.seq + 1} on are not the same as when they were first read`;
  throw new LedgerError('broken', `Cannot trust the ledger ${path}: ${what}. Run dualgate verify for details.`, {
    path,
  });
};

const readChunk = (path: string, at: number, most: number): Buffer => {
  let descriptor: number | null = null;
  try {
    descriptor = openPlain(path);
    // The rest of a line is kept: each piece has a buffer of its own.
    const chunk = Buffer.allocUnsafe(most);
    return chunk.subarray(0, readSync(descriptor, chunk, 0, most, at));
  } catch (cause) {
    throw new LedgerError(
      'unreadable',
      `Cannot read the ledger ${path}: ${describeCause(cause)}. Check its permissions.`,
      { path, cause },
    );
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
};
