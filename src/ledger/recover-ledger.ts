/**
 * Reads a ledger to continue it: the chain is checked record by record, and a line that a crash tore is cut off and
 * kept beside it, never deleted.
 *
 * @module
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { DualgateError } from '../../gates/errors.ts';
import { createChainCheck, type LedgerHead } from './check-chain.ts';
import { LedgerError } from './ledger-error.ts';
import { PRIVATE_FILE } from './files/private.ts';
import { syncFolder } from './files/sync-folder.ts';
import { type LedgerRecord, parseLine } from './ledger-record.ts';
import { readLines } from './files/read-lines.ts';
import { createSoundChain } from './sound-chain.ts';
import { describeCause, readErrorCode } from '../text/describe-cause.ts';

interface RecoveredLedger {
  /** The last record; `null` when there is none. */
  readonly head: LedgerHead | null;
  readonly tornLine: string | null;
  /** Bytes of the complete records. */
  readonly size: number;
}

/**
 * Verifies the content of a descriptor and cuts off an incomplete last line. Closes the descriptor when it throws.
 *
 * @param onRecord - receives every record while it is read; its results are invalid when this throws
 * @throws {LedgerError} `broken` when the chain is broken, `unwritable` when the incomplete line cannot be cut off.
 */
export const recoverLedger = (
  path: string,
  descriptor: number,
  anchor: LedgerHead | null,
  onRecord: (record: LedgerRecord) => void,
): RecoveredLedger => {
  try {
    const chain = createSoundChain({ anchored: anchor?.seq ?? null });
    const { rest, size } = readLines(descriptor, (bytes, start, end) => {
      if (chain.see(bytes, start, end)) onRecord(parseLine(bytes.toString('utf8', start, end)));
    });
    const head = chain.holds(anchor)
      ? chain.head()
      : lookCloser(path, descriptor, { anchor, read: chain.records(), onRecord });
    if (rest.length > 0) cutTorn(path, descriptor, rest, size);
    return { head, tornLine: rest.length > 0 ? rest.toString('utf8') : null, size };
  } catch (cause) {
    closeSync(descriptor);
    if (cause instanceof DualgateError) throw cause;
    const message = `Cannot recover the ledger ${path}: ${describeCause(cause)}. Check the disk and its permissions.`;
    throw new LedgerError('unwritable', message, { path, cause });
  }
};

/** Reports the problem, and continues if a record is only printed differently than `append` prints it. */
const lookCloser = (
  path: string,
  descriptor: number,
  given: {
    readonly anchor: LedgerHead | null;
    /** Records that `onRecord` already received. */
    readonly read: number;
    readonly onRecord: (record: LedgerRecord) => void;
  },
): LedgerHead | null => {
  const check = createChainCheck();
  readLines(descriptor, (bytes, start, end) => check.see(bytes.subarray(start, end)));
  const { problems, head } = check.report(given.anchor);
  const [first, ...others] = problems;
  if (first !== undefined) {
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    const message = `Cannot continue from the ledger ${path}: ${first.what}${more}. ${first.advice}`;
    throw new LedgerError('broken', message, first.line === null ? { path } : { path, line: first.line });
  }
  let line = 0;
  readLines(descriptor, (bytes, start, end) => {
    line += 1;
    if (line > given.read) given.onRecord(parseLine(bytes.toString('utf8', start, end)));
  });
  return head;
};
/** The copy is on the disk before the line is cut. */
const cutTorn = (path: string, descriptor: number, torn: Buffer, size: number): void => {
  const copy = openUnused(`${path.replace(/\.jsonl$/, '')}.torn-`);
  try {
    for (let written = 0; written < torn.length; ) written += writeSync(copy, torn, written);
    fsyncSync(copy);
  } finally {
    closeSync(copy);
  }
  syncFolder(dirname(path));
  ftruncateSync(descriptor, size);
  fsyncSync(descriptor);
};

const openUnused = (stem: string): number => {
  for (let number = 1; ; number += 1) {
    try {
      return openSync(`${stem}${number}`, 'wx', PRIVATE_FILE);
    } catch (error) {
      if (readErrorCode(error) !== 'EEXIST') throw error;
    }
  }
};
