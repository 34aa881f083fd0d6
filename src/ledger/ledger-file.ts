/**
 * The file of a ledger: complete lines are appended and are on the disk before `write` returns. It refuses to
 * continue when another process wrote to the file, replaced it or removed it, and leaves no partial line when the
 * disk fails.
 *
 * @module
 */
import { closeSync, fdatasyncSync, ftruncateSync, writeSync } from 'node:fs';
import { watchFile } from './last-seen.ts';
import { LedgerError, type LedgerTrouble } from './ledger-error.ts';
import { describeCause } from '../text/describe-cause.ts';

export interface LedgerFile {
  /** Appends and waits for the disk. @throws {LedgerError} `foreign`, `unwritable` or `closed` */
  readonly write: (line: Buffer) => void;
  /** Bytes of the complete lines. */
  readonly size: () => number;
  readonly close: () => void;
}

/** Takes over a descriptor opened for appending to a file that is `size` bytes long. */
export const createLedgerFile = (path: string, descriptor: number, size: number): LedgerFile => {
  const seen = watchFile(path, descriptor, size);
  let length = size;
  let closedBy: string | null = null;

  const refuse = (trouble: LedgerTrouble, what: string, cause?: unknown): LedgerError =>
    new LedgerError(trouble, `Cannot append to the ledger ${path}: ${what}`, { path, cause });

  const refuseForGood = (trouble: LedgerTrouble, what: string, cause?: unknown): LedgerError => {
    closedBy = what;
    return refuse(trouble, what, cause);
  };

  const checkForeign = (what: string | null): void => {
    if (what !== null) throw refuseForGood('foreign', what);
  };

  const takeBack = (cause: unknown): LedgerError => {
    try {
      ftruncateSync(descriptor, length);
      fdatasyncSync(descriptor);
    } catch {
      return refuseForGood(
        'unwritable',
        `${describeCause(cause)}; an incomplete last line may remain. Free disk space, then resume.`,
        cause,
      );
    }
    return refuse('unwritable', `${describeCause(cause)}. Free disk space or fix the permissions, then resume.`, cause);
  };

  return {
    write: (line) => {
      if (closedBy !== null) throw refuse('closed', closedBy);
      checkForeign(seen.findChange());
      try {
        writeWhole(descriptor, line);
      } catch (cause) {
        throw takeBack(cause);
      }
      try {
        fdatasyncSync(descriptor);
      } catch (cause) {
        const error = takeBack(cause);
        // After a failed sync the content of the disk is unknown, so this descriptor is not used again.
        closedBy = 'the disk failed before. Run dualgate verify, then resume.';
        throw error;
      }
      length += line.length;
      checkForeign(seen.see(line));
    },
    size: () => length,
    close: () => {
      if (closedBy !== CLOSED) closeSync(descriptor);
      closedBy = CLOSED;
    },
  };
};

const CLOSED = 'it was closed. Open it again.';

const writeWhole = (descriptor: number, bytes: Buffer): void => {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
};
