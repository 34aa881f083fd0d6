/**
 * One run per workspace (rule 4.7). If the holder of a lock has ended, exactly one of the waiting processes takes it
 * over; a lock whose holder is, or may be, alive is refused.
 */
import { randomUUID } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { LedgerError, LockError } from './ledger-error.ts';
import { hashBytes } from './ledger-record.ts';
import { readProcessStart, readProcessTable } from '../base/processes/process-start.ts';
import { replaceFile } from './write-view.ts';
import { describeCause } from '../base/text/describe-cause.ts';
import { type LockHolder, isLive, parseHolder, readLockText, placeNew } from './lock-file.ts';

interface Lock {
  readonly release: () => void;
}

interface LockClaim {
  readonly run: string;
  readonly pid?: number;
  readonly now: () => Date;
}

/** Never waits. @throws {LockError} when a run that is, or may be, alive has locked it; when the file cannot be read or made */
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
 * Only the holder of the guard of this stale file may replace it, and only while it is still there: otherwise two processes
 * that saw the same stale file would replace each other's lock. A guard whose holder died is a stale lock like any other.
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
  const who = `run ${run} has locked it (pid ${pid}${elsewhere ? ` on ${host}` : ''}, since ${since})`;
  const advice = elsewhere
    ? 'If you are certain that the run is over, delete the lock.'
    : 'Wait until it ends, or stop it: dualgate stop.';
  throw new LockError(`Cannot take the lock ${path}: ${who}. ${advice}`, { path, pid, run, since });
};

const refuseLate = (path: string): LockError => {
  const text = readLockText(path);
  const message = `Cannot take the lock ${path}: another run took it just now. Wait until it ends, or stop it: dualgate stop.`;
  if (text === null) return new LockError(message, { path });
  const { pid, run, since } = parseHolder(path, text);
  return new LockError(message, { path, pid, run, since });
};

/** The system's own message, without our words around it. */
const rootOf = (error: unknown): unknown => (error instanceof LedgerError ? (error.cause ?? error) : error);
