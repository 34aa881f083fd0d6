/** The errors of the ledger and its lock: broken files, disk failures, a workspace that another run has locked. */
import { DualgateError } from '../../gates/errors.ts';

/**
 * `unreadable`, `unwritable`: the system refused. `broken`: the content is inconsistent. `foreign`: another process
 * wrote to the file, or replaced it. `not_json`: the data is not plain JSON. `closed`: it takes no more records.
 * `bad_name`: a run id that is no file name. `format`: an earlier or a newer dualgate wrote it.
 */
export type LedgerTrouble =
  | 'exists'
  | 'unreadable'
  | 'unwritable'
  | 'broken'
  | 'foreign'
  | 'not_json'
  | 'closed'
  | 'bad_name'
  | 'format';

/**
 * The ledger, its anchor or a view cannot be read or written; `trouble` names the problem. Fix: `dualgate verify`;
 * restore the ledger, or start a new run.
 */
export class LedgerError extends DualgateError {
  override readonly name = 'LedgerError';
  readonly code = 'E_LEDGER';
  readonly trouble: LedgerTrouble;
  readonly path: string | null;
  readonly line: number | null;

  constructor(
    trouble: LedgerTrouble,
    message: string,
    place: { readonly path?: string; readonly line?: number; readonly cause?: unknown } = {},
  ) {
    super(message, place.cause === undefined ? {} : { cause: place.cause });
    this.trouble = trouble;
    this.path = place.path ?? null;
    this.line = place.line ?? null;
  }
}

/** Another run is active in the workspace: `pid`, `run`, `since`. Fix: wait for that run, or end it. */
export class LockError extends DualgateError {
  override readonly name = 'LockError';
  readonly code = 'E_LOCKED';
  readonly path: string;
  readonly pid: number | null;
  readonly run: string | null;
  readonly since: string | null;

  constructor(
    message: string,
    lock: {
      readonly path: string;
      readonly pid?: number;
      readonly run?: string;
      readonly since?: string;
      readonly cause?: unknown;
    },
  ) {
    super(message, lock.cause === undefined ? {} : { cause: lock.cause });
    this.path = lock.path;
    this.pid = lock.pid ?? null;
    this.run = lock.run ?? null;
    this.since = lock.since ?? null;
  }
}
