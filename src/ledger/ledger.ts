/**
 * The ledger of a run: append-only, hash-chained, on the disk before anything acts on it (rule 4.10).
 * Every other display of a run is a view of it.
 *
 * @module
 */
import { constants, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LedgerHead } from './check-chain.ts';
import type { JsonObject } from './json.ts';
import { LedgerError, type LedgerTrouble } from './ledger-error.ts';
import { createLedgerFile, type LedgerFile } from './ledger-file.ts';
import { syncFolder } from './files/sync-folder.ts';
import { FIRST_PREV, type LedgerRecord, sealRecord } from './ledger-record.ts';
import { stampFormat } from './format.ts';
import { makePrivateFolder, PRIVATE_FILE } from './files/private.ts';
import { recoverLedger } from './recover-ledger.ts';
import { describeCause, readErrorCode } from '../text/describe-cause.ts';

export interface Ledger {
  readonly path: string;
  /** The last record; `seq` is -1 and `hash` 64 zeros while there is none. */
  readonly head: LedgerHead;
  /** Bytes up to the end of that record; 0 for a ledger in memory. */
  readonly size: number;
  /**
   * Seals a record and returns when it is on the disk. @throws {LedgerError} when it is not; then nothing may act on
   * it.
   */
  readonly append: (type: string, data: JsonObject) => LedgerRecord;
  readonly close: () => void;
}

interface LedgerOptions {
  /** The clock that records are stamped with. */
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

const NO_HEAD: LedgerHead = { seq: -1, hash: FIRST_PREV };
const { O_APPEND, O_CREAT, O_EXCL, O_RDWR } = constants;

/**
 * Creates a new, empty ledger, and the folder for it.
 *
 * @throws {LedgerError} `exists` when the file is there already, `unwritable` when it cannot be made.
 */
export const createLedger = (path: string, options: LedgerOptions): Ledger => {
  makeFolder(path);
  const descriptor = openDescriptor(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, 'create');
  syncFolder(dirname(path));
  return chainOnto(path, NO_HEAD, createLedgerFile(path, descriptor, 0), options);
};

/**
 * Opens a ledger to continue it. The complete chain is verified first, record by record and in constant memory; an
 * incomplete last line is cut off and kept beside it.
 *
 * @throws {LedgerError} `broken` when anything else breaks the chain, `unreadable` or `unwritable` when the system
 * refuses.
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
