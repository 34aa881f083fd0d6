/**
 * The file of a lock: its facts about the holder, and how it is created completely and only once. `status` loads it,
 * so it loads nothing of `node:crypto`, which takes as long as the rest of `status`.
 */
import { constants, copyFileSync, linkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isPlainObject } from './json.ts';
import { LockError } from './ledger-error.ts';
import { readPlain } from '../base/files/open-plain.ts';
import { isStillRunning, readProcessTable } from '../base/processes/process-start.ts';
import { describeCause, readErrorCode } from '../base/text/describe-cause.ts';

export interface LockHolder {
  readonly run: string;
  readonly pid: number;
  /** Distinguishes the process from a later one with its number; `null` where the system does not support it. */
  readonly start: string | null;
  readonly host: string;
  /** The process table of `pid`; `null` or absent where the system does not support it. */
  readonly table?: string | null;
  /** ISO 8601. */
  readonly since: string;
  /** Makes every taking of the lock unique. */
  readonly token: string;
}

/** The processes of another machine are unknown, so its holder counts as alive; a renamed machine is the same. */
export const isLive = ({ host, table = null, pid, start }: LockHolder): boolean => {
  const isHere = host === hostname() || (table !== null && table === readProcessTable());
  return !isHere || isStillRunning(pid, start);
};

/** The holder, and whether its process is alive; `null` without one. @throws {LockError} when the file is not a lock of ours */
export const readLock = (path: string): (LockHolder & { readonly live: boolean }) | null => {
  const text = readLockText(path);
  if (text === null) return null;
  const holder = parseHolder(path, text);
  return { ...holder, live: isLive(holder) };
};

/** Reads the text of a lock. @throws {LockError} when it is not a lock of ours */
export const parseHolder = (path: string, text: string): LockHolder => {
  try {
    return readHolder(JSON.parse(text));
  } catch (cause) {
    const message = `Cannot read the lock ${path}: it does not name its holder. If no run is active, delete it.`;
    throw new LockError(message, { path, cause });
  }
};

/** Without a schema library, which would double the time of `status`. @throws when it is something else */
const readHolder = (found: unknown): LockHolder => {
  if (!isPlainObject(found)) throw new TypeError('it is not an object');
  const { run, pid, start, host, table, since, token, ...others } = found;
  if (Object.keys(others).length > 0) throw new TypeError('its keys are not those of a lock');
  const texts = [run, host, since, token];
  if (texts.some((each) => typeof each !== 'string')) throw new TypeError('one of its values is not text');
  if (start !== null && typeof start !== 'string') throw new TypeError('its start is not text');
  if (table !== undefined && table !== null && typeof table !== 'string') throw new TypeError('its table is not text');
  if (!Number.isSafeInteger(pid) || Number(pid) < 1) throw new TypeError('its pid is not a process number');
  return Object.freeze({
    run: String(run),
    pid: Number(pid),
    start,
    host: String(host),
    ...(table === undefined ? {} : { table }),
    since: String(since),
    token: String(token),
  });
};

/** The text of a lock, or `null` when there is none. @throws {LockError} when it cannot be read */
export const readLockText = (path: string): string | null => {
  try {
    return readPlain(path);
  } catch (cause) {
    if (readErrorCode(cause) === 'ENOENT') return null;
    const message = `Cannot read the lock ${path}: ${describeCause(cause)}. Check the path and its permissions.`;
    throw new LockError(message, { path, cause });
  }
};

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Links a finished draft to a free name: a hard link shows the file with its complete content. `false` when it is taken. */
export const placeNew = (draft: string, path: string): boolean => {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    // Without hard links (exFAT, some shares) the copy is still exclusive; an incomplete one names no holder and refuses.
    return NO_LINKS.has(readErrorCode(error)) ? copyNew(draft, path) : refuseUnlessTaken(error);
  }
};

const copyNew = (draft: string, path: string): boolean => {
  try {
    copyFileSync(draft, path, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    return refuseUnlessTaken(error);
  }
};

const refuseUnlessTaken = (error: unknown): false => {
  if (readErrorCode(error) === 'EEXIST') return false;
  throw error;
};
