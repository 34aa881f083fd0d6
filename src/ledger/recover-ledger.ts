/**
 * Reads back a ledger that somebody wants to go on from: the chain is checked record by record, and a line that a crash
 * tore is taken off and kept, never thrown away.
 *
 * @module
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createChainCheck, type LedgerHead } from './check-chain.ts';
import { describeCause, LedgerError, readErrorCode } from './ledger-error.ts';
import { syncFolder } from './ledger-file.ts';
import { type LedgerRecord, parseLine } from './ledger-record.ts';
import { createLineCutter } from '../lines/cut-lines.ts';

export interface RecoveredLedger {
  readonly records: readonly LedgerRecord[];
  readonly tornLine: string | null;
  /** Bytes of the whole records. */
  readonly size: number;
}

/**
 * Verifies what a descriptor holds and cuts off a torn last line. Closes the descriptor when it throws.
 *
 * @throws {LedgerError} `broken` when the chain does not hold, `unwritable` when the torn line cannot be cut off.
 */
export const recoverLedger = (path: string, descriptor: number, anchor: LedgerHead | null): RecoveredLedger => {
  try {
    const bytes = readFileSync(descriptor);
    const { records, torn } = readWhole(path, bytes, anchor);
    const size = bytes.length - torn.length;
    if (torn.length > 0) cutTorn(path, descriptor, torn, size);
    return { records, tornLine: torn.length > 0 ? torn.toString('utf8') : null, size };
  } catch (cause) {
    closeSync(descriptor);
    if (cause instanceof LedgerError) throw cause;
    const message = `Cannot recover the ledger ${path}: ${describeCause(cause)}. Check the disk and its permissions.`;
    throw new LedgerError('unwritable', message, { path, cause });
  }
};

const readWhole = (path: string, bytes: Buffer, anchor: LedgerHead | null) => {
  const check = createChainCheck();
  const lines: Buffer[] = [];
  const cutter = createLineCutter((line) => {
    check.see(line);
    lines.push(line);
  });
  cutter.push(bytes);
  const [first, ...others] = check.report(anchor).problems;
  if (first !== undefined) {
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    const message = `Cannot go on from the ledger ${path}: ${first.what}${more}. ${first.advice}`;
    throw new LedgerError('broken', message, first.line === null ? { path } : { path, line: first.line });
  }
  return { records: lines.map((line) => parseLine(line.toString('utf8'))), torn: cutter.rest() };
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
      return openSync(`${stem}${number}`, 'wx');
    } catch (error) {
      if (readErrorCode(error) !== 'EEXIST') throw error;
    }
  }
};
