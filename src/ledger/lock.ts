/**
 * One run per workspace (RULES 4.7). A lock whose holder is gone is taken over by exactly one of those who try; one whose
 * holder lives, or may live, is refused.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { describeCause, LedgerError, LockError } from './ledger-error.ts';
import { hashBytes } from './ledger-record.ts';
import { isLive, type LockHolder, parseHolder, placeNew, readLockText } from './lock-file.ts';
import { readProcessStart, readProcessTable } from './process-start.ts';
import { replaceFile } from './files/write-view.ts';

export { readLock } from './lock-file.ts';

interface Lock {
  /** Gives the lock back; what another run has taken in the meantime stays. */
  readonly release: () => void;
}

interface LockClaim {
  readonly run: string;
  /** @default the process that calls */
  readonly pid?: number;
  readonly now: () => Date;
}

/**
 * Takes the lock, or throws at once.
 *
 * @throws {LockError} when a run that lives, or may live, holds it; when the file cannot be read or made.
 */
export const takeLock = (path: string, { run, pid = process.pid, now }: LockClaim): Lock => {
  const holder: LockHolder = {
    run,
    pid,
    start: readProcessStart(pid),
    host: hostname(),
    table: readProcessTable(),
    since: now().toISOString(),
    token: randomUUID(),
  };
  const draft = `${path}.${holder.token}`;
  try {
    replaceFile(draft, `${JSON.stringify(holder)}\n`, { durable: true });
    if (!placeNew(draft, path)) replaceStale(draft, path, { run, pid, now });
  } catch (cause) {
    if (cause instanceof LockError) throw cause;
    const message = `Cannot take the lock ${path}: ${describeCause(rootOf(cause))}. Check the disk and the permissions of its folder.`;
    throw new LockError(message, { path, cause });
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release: () => {
      if (readLockText(path)?.includes(holder.token) === true) rmSync(path, { force: true });
    },
  };
};

/**
 * Only who holds the guard of this very stale file may replace it, and only while it is still there: two who saw the same
 * stale file would else replace one another. A guard whose holder died is a stale lock like any other.
 */
const replaceStale = (draft: string, path: string, claim: LockClaim): void => {
  const stale = readLockText(path);
  if (stale !== null) refuseLive(path, parseHolder(path, stale));
  const guard = takeLock(`${path}.${hashBytes(stale ?? '').slice(0, 16)}`, claim);
  try {
    const there = readLockText(path);
    if (there !== null && there === stale) renameSync(draft, path);
    else if (there !== null || !placeNew(draft, path)) throw refuseLate(path);
  } finally {
    guard.release();
  }
};

const refuseLive = (path: string, holder: LockHolder): void => {
  if (!isLive(holder)) return;
  const { pid, run, since, host } = holder;
  const elsewhere = host !== hostname();
  const who = `run ${run} holds it (pid ${pid}${elsewhere ? ` on ${host}` : ''}, since ${since})`;
  const advice = elsewhere ? 'If that run is over for certain, delete the lock.' : 'Wait for it, or end it.';
  throw new LockError(`Cannot take the lock ${path}: ${who}. ${advice}`, { path, pid, run, since });
};

const refuseLate = (path: string): LockError => {
  const text = readLockText(path);
  const message = `Cannot take the lock ${path}: another run took it just now. Wait for it, or end it.`;
  if (text === null) return new LockError(message, { path });
  const { pid, run, since } = parseHolder(path, text);
  return new LockError(message, { path, pid, run, since });
};

/** What the system said, without our own words around it. */
const rootOf = (error: unknown): unknown => (error instanceof LedgerError ? (error.cause ?? error) : error);
