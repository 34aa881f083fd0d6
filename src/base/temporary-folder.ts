/**
 * Temporary folders of dualgate: accessible to this user only, and named after the process that made them. A killed
 * process removes nothing; `findLeftFolders` finds its folders by their names.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { readlinkSync, lstatSync } from 'node:fs';
import { DualgateError } from '../../gates/errors.ts';
import { isStillRunning, readProcessStart } from './processes/process-start.ts';
import { adviseSystem } from './text/describe-cause.ts';
import { endProcesses, type RunningProcess } from './processes/end-processes.ts';
import { findFamily, processTable } from './processes/find-processes.ts';
import { isWithin, namesIn } from './files/folders.ts';

/** No temporary folder can be made. Fix: set `TMPDIR`. */
class TemporaryError extends DualgateError {
  override readonly name = 'TemporaryError';
  readonly code = 'E_TEMPORARY';
}

export type TemporaryKind =
  | 'changes'
  | 'check'
  | 'commit'
  | 'doctor'
  | 'git'
  | 'hidden'
  | 'mark'
  | 'merge'
  | 'mutants'
  | 'prove'
  | 'review'
  | 'sign'
  | 'turn';

/** Makes the folder, mode 0700; the caller removes it. Its path is absolute. @throws {TemporaryError} when the system refuses */
export const makeTemporaryFolder = async (kind: TemporaryKind): Promise<string> => {
  try {
    return await mkdtemp(join(tmpdir(), `dualgate-${kind}-${nameOwner()}-`));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const advice =
      error.code === 'ENOENT'
        ? 'Make it'
        : ((error.code === 'ENOTDIR' ? null : adviseSystem(error.code)) ?? 'Fix that');
    throw new TemporaryError(
      `Cannot make a temporary folder in ${tmpdir()}: ${error.message}. ${advice}, or set TMPDIR to another folder. dualgate resume continues a run that has started.`,
      { cause: error },
    );
  }
};

/** Whether a name is that of a temporary folder whose process has ended. */
const isLeftFolder = (name: string): boolean => {
  const [, owner = ''] = /^dualgate-[a-z]+-([0-9a-f]+(?:-[0-9a-f]+){4})-\w{6}$/.exec(name) ?? [];
  return isOwnerGone(owner);
};

/** Replaces a value that the system does not support. */
const UNKNOWN = '0';

const OWNER =
  /^(?<host>[0-9a-f]{6})-(?<boot>[0-9a-f]{1,6})-(?<table>[0-9a-f]{1,6})-(?<pid>\d{1,10})-(?<ticks>\d{1,20})$/;

interface Owner {
  readonly host: string;
  readonly boot: string;
  /** The process numbers of a container are its own. */
  readonly table: string;
  readonly pid: number;
  readonly ticks: string;
}

/**
 * The process that made a temporary folder, in the folder's name: machine, boot, process table, pid and start time.
 * Folder and owner exist from the same moment, so that a kill leaves no folder without one.
 */
export const nameOwner = (): string => {
  const { host, boot, table, pid, ticks } = readOwner(process.pid);
  return [host, boot, table, pid, ticks].join('-');
};

/** Whether the owner has certainly ended. The answer is no for an invalid name, another machine and another container. */
export const isOwnerGone = (name: string): boolean => {
  const { host, boot, table, pid = '', ticks } = OWNER.exec(name)?.groups ?? {};
  if (host === undefined) return false;
  const here = readOwner(Number(pid));
  if (boot !== here.boot) return host === here.host && boot !== UNKNOWN && here.boot !== UNKNOWN;
  if (table !== here.table || (boot === UNKNOWN && host !== here.host)) return false;
  if (!isStillRunning(Number(pid), null)) return true;
  return ticks !== UNKNOWN && here.ticks !== UNKNOWN && ticks !== here.ticks;
};

const readOwner = (pid: number): Owner => {
  const [boot = UNKNOWN] = (readProcessStart(process.pid) ?? UNKNOWN).split(':');
  const [, ticks = UNKNOWN] = (readProcessStart(pid) ?? UNKNOWN).split(':');
  return { host: shorten(hostname()), boot: shorten(boot), table: shorten(readTable()), pid, ticks };
};

const readTable = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return UNKNOWN;
  }
};

const shorten = (text: string): string =>
  text === UNKNOWN ? UNKNOWN : createHash('sha256').update(text).digest('hex').slice(0, 6);

// The leftovers of killed processes in the folder for temporary files: copies of a workspace, and programs that still run in
// them. A test that removes the mark from its environment is found here by its working directory.

/** Absolute paths of the folders: of this user, no links, and their process has ended. */
export const findLeftFolders = (): readonly string[] =>
  [...new Set([tmpdir(), '/tmp'])].flatMap((place) =>
    namesIn(place)
      .filter(isLeftFolder)
      .map((name) => join(place, name))
      .filter(isOwnFolder),
  );

/** Processes that run in one of the folders, and their descendants. */
export const findRunningIn = (
  folders: readonly string[],
  known: readonly RunningProcess[] = [],
): readonly RunningProcess[] => {
  if (folders.length === 0) return known;
  const inside = processTable.list().filter((it) => {
    const cwd = it.cwd();
    return cwd !== null && folders.some((folder) => isWithin(folder, cwd));
  });
  return findFamily({ root: null, marker: null, known: [...known, ...inside] });
};

/** Ends the processes in the folders, then removes those. @returns the ended processes, as `pid command`, and the folders */
export const removeLeftFolders = async (): Promise<{
  readonly ended: readonly string[];
  readonly removed: readonly string[];
}> => {
  const folders = findLeftFolders();
  const ended = await endProcesses((known) => findRunningIn(folders, known));
  const removed: string[] = [];
  for (const folder of folders) if (await remove(folder)) removed.push(folder);
  return { ended, removed };
};

/** If one cannot be removed, the next run tries again. */
const remove = async (folder: string): Promise<boolean> => {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    return true;
  } catch {
    return false;
  }
};

const isOwnFolder = (path: string): boolean => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const { uid } = userInfo();
  return found !== undefined && found.isDirectory() && (uid < 0 || found.uid === uid);
};
