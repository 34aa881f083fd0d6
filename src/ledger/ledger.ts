/** The ledger of a run: append-only, hash-chained, on the disk before anything acts on it (rule 4.10). */
import { closeSync, fdatasyncSync, ftruncateSync, writeSync, constants, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { watchFile, recoverLedger } from './recover-ledger.ts';
import { LedgerError, type LedgerTrouble } from './ledger-error.ts';
import { describeCause, readErrorCode } from '../base/text/describe-cause.ts';
import type { LedgerHead } from './check-chain.ts';
import type { JsonObject } from './json.ts';
import { syncFolder } from './write-view.ts';
import { stampFormat } from './format.ts';
import { type LedgerRecord, sealRecord } from './ledger-record.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../base/files/folders.ts';
import { NO_HEAD } from './sound-chain.ts';

/**
 * The file of a ledger: complete lines are appended and are on the disk before `write` returns. It refuses to continue
 * when another process wrote to the file, replaced it or removed it, and leaves no partial line when the disk fails.
 */
interface LedgerFile {
  /** Appends and waits for the disk. @throws {LedgerError} `foreign`, `unwritable` or `closed` */
  readonly write: (line: Buffer) => void;
  readonly size: () => number;
  readonly close: () => void;
}

/** Takes over a descriptor opened for appending to a file that is `size` bytes long. */
const createLedgerFile = (path: string, descriptor: number, size: number): LedgerFile => {
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

export interface Ledger {
  readonly path: string;
  /** The last record; `seq` is -1 and `hash` 64 zeros while there is none. */
  readonly head: LedgerHead;
  /** Bytes up to the end of that record; 0 for a ledger in memory. */
  readonly size: number;
  /** Seals a record and returns when it is on the disk. @throws {LedgerError} when it is not; then nothing may act on it. */
  readonly append: (type: string, data: JsonObject) => LedgerRecord;
  readonly close: () => void;
}

interface LedgerOptions {
  readonly now: () => Date;
}

interface OpenLedgerOptions extends LedgerOptions {
  /** The head kept outside the workspace: a ledger that was cut or sealed again behind it is refused. */
  readonly anchor?: LedgerHead | null;
  /** Receives every record while the ledger is read; its results are invalid when the ledger is refused. */
  readonly onRecord?: (record: LedgerRecord) => void;
}

interface OpenedLedger {
  readonly ledger: Ledger;
  /** The torn last line that was cut off and kept beside the ledger as `ledger.torn-<n>`; `null` when there was none. */
  readonly tornLine: string | null;
}

const { O_APPEND, O_CREAT, O_EXCL, O_RDWR } = constants;

/** Creates a ledger and its folder. @throws {LedgerError} `exists` when the file is there, `unwritable` when it cannot be made */
export const createLedger = (path: string, options: LedgerOptions): Ledger => {
  makeFolder(path);
  const descriptor = openDescriptor(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, 'create');
  syncFolder(dirname(path));
  return chainOnto(path, NO_HEAD, createLedgerFile(path, descriptor, 0), options);
};

/**
 * Opens a ledger to continue it. The complete chain is verified first, record by record and in constant memory; an incomplete
 * last line is cut off and kept beside it.
 * @throws {LedgerError} `broken` when anything else breaks the chain, `unreadable` or `unwritable` when the system refuses.
 */
export const openLedger = (path: string, options: OpenLedgerOptions): OpenedLedger => {
  const descriptor = openDescriptor(path, O_RDWR | O_APPEND, 'open');
  const { anchor = null, onRecord = () => {} } = options;
  const { head, tornLine, size } = recoverLedger(path, descriptor, anchor, onRecord);
  const ledger = chainOnto(path, head ?? NO_HEAD, createLedgerFile(path, descriptor, size), options);
  return { ledger, tornLine };
};

/** A ledger that lives as long as the process, for tests and for embedders who keep records elsewhere. */
export const createMemoryLedger = (options: LedgerOptions): Ledger & { readonly records: readonly LedgerRecord[] } => {
  const records: LedgerRecord[] = [];
  const ledger = chainOnto(':memory:', NO_HEAD, IN_MEMORY, options);
  return {
    path: ledger.path,
    records,
    get head() {
      return ledger.head;
    },
    size: 0,
    append: (type, data) => {
      const record = ledger.append(type, data);
      records.push(record);
      return record;
    },
    close: ledger.close,
  };
};

const IN_MEMORY: LedgerFile = { write: () => undefined, size: () => 0, close: () => undefined };

const chainOnto = (path: string, last: LedgerHead, file: LedgerFile, { now }: LedgerOptions): Ledger => {
  let head: LedgerHead = { seq: last.seq, hash: last.hash };
  return {
    path,
    get head() {
      return head;
    },
    get size() {
      return file.size();
    },
    append: (type, data) => {
      const { record, line } = sealRecord({
        seq: head.seq + 1,
        at: now(),
        type,
        data: stampFormat(data),
        prev: head.hash,
      });
      file.write(Buffer.from(`${line}\n`));
      head = { seq: record.seq, hash: record.hash };
      return record;
    },
    close: file.close,
  };
};

const openDescriptor = (path: string, flags: number, what: 'create' | 'open'): number => {
  try {
    return openSync(path, flags, PRIVATE_FILE);
  } catch (cause) {
    if (what === 'open') throw refuse(path, 'unreadable', 'open', cause);
    throw refuse(path, readErrorCode(cause) === 'EEXIST' ? 'exists' : 'unwritable', 'create', cause);
  }
};

const makeFolder = (path: string): void => {
  try {
    makePrivateFolder(dirname(path));
  } catch (cause) {
    throw refuse(path, 'unwritable', 'create', cause);
  }
};

const refuse = (path: string, trouble: LedgerTrouble, what: string, cause: unknown): LedgerError => {
  const advice =
    trouble === 'exists' ? 'Resume that run, or start one with another id.' : 'Check the path and its permissions.';
  const message = `Cannot ${what} the ledger ${path}: ${describeCause(cause)}. ${advice}`;
  return new LedgerError(trouble, message, { path, cause });
};
