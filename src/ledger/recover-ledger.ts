/**
 * Reads back a ledger that somebody wants to go on from: the chain is checked record by record, and a line that a crash
 * tore is taken off and kept, never thrown away.
 *
 * @module
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { DualgateError } from '../../gates/errors.ts';
import { createChainCheck, type LedgerHead } from './check-chain.ts';
import { describeCause, LedgerError, readErrorCode } from './ledger-error.ts';
import { PRIVATE_FILE } from './files/private.ts';
import { syncFolder } from './files/sync-folder.ts';
import { type LedgerRecord, parseLine } from './ledger-record.ts';
import { readLines } from './files/read-lines.ts';
import { createSoundChain } from './sound-chain.ts';

interface RecoveredLedger {
  /** The last record; `null` when there is none. */
  readonly head: LedgerHead | null;
  readonly tornLine: string | null;
  /** Bytes of the whole records. */
  readonly size: number;
}

/**
 * Verifies what a descriptor holds and cuts off a torn last line. Closes the descriptor when it throws.
 *
 * @param onRecord - hears every record while it is read; what it made of them is worth nothing when this throws
 * @throws {LedgerError} `broken` when the chain does not hold, `unwritable` when the torn line cannot be cut off.
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
      : lookCloser(path, descriptor, { anchor, heard: chain.records(), onRecord });
    if (rest.length > 0) cutTorn(path, descriptor, rest, size);
    return { head, tornLine: rest.length > 0 ? rest.toString('utf8') : null, size };
  } catch (cause) {
    closeSync(descriptor);
    if (cause instanceof DualgateError) throw cause;
    const message = `Cannot recover the ledger ${path}: ${describeCause(cause)}. Check the disk and its permissions.`;
    throw new LedgerError('unwritable', message, { path, cause });
  }
};

/** Says what is wrong, and goes on where a record is only printed unlike `append` prints it. */
const lookCloser = (
  path: string,
  descriptor: number,
  given: {
    readonly anchor: LedgerHead | null;
    /** Records that `onRecord` heard already. */
    readonly heard: number;
    readonly onRecord: (record: LedgerRecord) => void;
  },
): LedgerHead | null => {
  const check = createChainCheck();
  readLines(descriptor, (bytes, start, end) => check.see(bytes.subarray(start, end)));
  const { problems, head } = check.report(given.anchor);
  const [first, ...others] = problems;
  if (first !== undefined) {
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    const message = `Cannot go on from the ledger ${path}: ${first.what}${more}. ${first.advice}`;
    throw new LedgerError('broken', message, first.line === null ? { path } : { path, line: first.line });
  }
  let line = 0;
  readLines(descriptor, (bytes, start, end) => {
    line += 1;
    if (line > given.heard) given.onRecord(parseLine(bytes.toString('utf8', start, end)));
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
