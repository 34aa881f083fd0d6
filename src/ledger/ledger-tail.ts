/**
 * Follows a ledger during its run: reads new records, and none twice. The chain is checked record by record, so that
 * nothing is shown that does not follow from the records before it.
 */
import { closeSync, readSync, fstatSync } from 'node:fs';
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { createSpanCutter } from '../base/cut-lines.ts';
import type { LedgerHead } from './check-chain.ts';
import { openPlain } from '../base/files/open-plain.ts';
import { LedgerError } from './ledger-error.ts';
import { type LedgerRecord, parseLine } from './ledger-record.ts';
import { createSoundChain } from './sound-chain.ts';
import { describeCause, readErrorCode } from '../base/text/describe-cause.ts';

interface LedgerSpan {
  /** Bytes of the file before it, and up to its end. */
  readonly from: number;
  readonly to: number;
  /** The record before it. */
  readonly after: LedgerHead;
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

export interface LedgerTail {
  /**
   * The records since the last call, as many as a megabyte holds; none at the end of the file. A last line without a newline
   * is still incomplete. Records before a break are returned before the break is reported.
   * @throws {LedgerError} `unreadable`, or `broken` when the file does not follow from the records before; then at each call
   */
  readonly read: () => readonly LedgerRecord[];
  /** The end of each record of the last call in the file, in bytes, its newline included: the next one begins there. */
  readonly ends: () => readonly number[];
  /** How many of the records from the first one on follow from each other; 0 when the anchored one is another. */
  readonly sound: () => number;
}

/**
 * From the first record on. A missing file has no records.
 * @param anchor - the head kept outside the workspace: a ledger that ends before it, or has another record there, is broken
 */
export const tailLedger = (path: string, anchor: LedgerHead | null = null): LedgerTail => {
  const chain = createSoundChain({ anchored: anchor?.seq ?? null });
  let found: LedgerRecord[] = [];
  let ends: number[] = [];
  let end = 0;
  let at = 0;
  let isWhole = false;
  let inode: number | null = null;
  let failure: LedgerError | null = null;
  const cutter = createSpanCutter((bytes, from, to) => {
    end += to - from + 1;
    if (!chain.see(bytes, from, to)) return;
    found.push(parseLine(bytes.toString('utf8', from, to)));
    ends.push(end);
  });

  /** Whether the end of the file was reached. */
  const readMore = (): boolean => {
    const descriptor = openPlain(path);
    try {
      const { ino, size } = fstatSync(descriptor);
      if ((inode ??= ino) !== ino || size < at) throw broken(path, 'it was cut, or replaced with another file');
      // The cutter keeps the rest of a line: each piece has a buffer of its own.
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at));
      const length = readSync(descriptor, chunk, 0, chunk.length, at);
      at += length;
      cutter.push(chunk.subarray(0, length));
      return at >= size;
    } finally {
      closeSync(descriptor);
    }
  };

  const findBreak = (isEnd: boolean): LedgerError | null => {
    if (chain.isAnother(anchor)) return broken(path, 'it is not the one that was anchored');
    if (!chain.holds(null)) return broken(path, `record ${chain.records()} does not follow from the one before it`);
    return isEnd && !isWhole && !chain.holds(anchor) ? broken(path, 'it is not the one that was anchored') : null;
  };

  const sound = (): number => (chain.isAnother(anchor) ? 0 : chain.records());

  const read = (): readonly LedgerRecord[] => {
    [found, ends] = [[], []];
    // A line may be longer than a piece.
    for (let isEnd = false; !isEnd && found.length === 0; ) {
      isEnd = readMore();
      failure = findBreak(isEnd);
      if (failure !== null && (found.length === 0 || sound() === 0)) throw failure;
      isWhole ||= isEnd;
    }
    return found;
  };

  return {
    sound,
    ends: () => ends,
    read: () => {
      if (failure !== null) throw failure;
      try {
        return read();
      } catch (cause) {
        if (inode === null && readErrorCode(cause) === 'ENOENT' && anchor === null) return [];
        failure = cause instanceof LedgerError ? cause : unreadable(path, cause);
        throw failure;
      }
    },
  };
};

const broken = (path: string, what: string): LedgerError =>
  new LedgerError('broken', `Cannot trust the ledger ${path}: ${what}. Run dualgate verify for details.`, { path });

const unreadable = (path: string, cause: unknown): LedgerError =>
  new LedgerError('unreadable', `Cannot read the ledger ${path}: ${describeCause(cause)}. Check its permissions.`, {
    path,
    cause,
  });
