/**
 * The files of a workspace that this program prints to, as with `dualgate run --json > events.jsonl`, or that the next
 * program of its pipe writes, as `tee` does. They grow during every measurement and are no sources. Each is known by
 * device and inode of an open descriptor, and by the one name that it has at the first look, before any agent: a file
 * that takes its place, another name of it, and where it is moved to are sources.
 */
import {
  type Dirent,
  existsSync,
  readdirSync,
  type BigIntStats,
  fstatSync,
  lstatSync,
  readlinkSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { askRunners } from '../../runners/runners.ts';
import { isRepository, namesIn } from '../../base/files/folders.ts';
import { WorkspaceError } from './workspace-error.ts';
import { isGone } from '../../base/text/describe-cause.ts';
import { readText } from '../../base/files/open-plain.ts';

// The names of the sources without git: every file below a folder. Ignore files do not apply, since no other program would read
// them. The other folders to leave out are fixed when a run starts, so that no file can be hidden by the name of its folder.

/** Folders that every test run of some runners writes, in any folder. */
export const WALKED_OVER: readonly string[] = askRunners(({ writes }) => writes);

const OTHER_REPOSITORIES = new Set(['.hg', '.svn', '.jj']);

/** Folders of installed packages: one by its name alone, those of Python by the file that makes them one. */
const isInstalled = (folder: string, name: string): boolean =>
  name === 'node_modules' || ((name === '.venv' || name === 'venv') && existsSync(join(folder, name, 'pyvenv.cfg')));

/** Folders in which nothing is read, those that are there now; relative, with `/`, in path order. */
export const findLeftOut = async (root: string): Promise<readonly string[]> => {
  const leftOut: string[] = [];
  await walk(root, (folder, name) => {
    const isOne =
      OTHER_REPOSITORIES.has(name) ||
      (name === '.git' && isRepository(join(root, folder))) ||
      isInstalled(join(root, folder), name);
    if (isOne) leftOut.push(folder === '' ? name : `${folder}/${name}`);
    return !isOne;
  });
  return leftOut.sort();
};

/**
 * Lists every name below the folder that is not a folder; no link is followed.
 * @param leftOut - folders that are not looked into, relative, with `/`
 * @throws {WorkspaceError} when the folder is not there, or one below it cannot be read: it could hide anything
 */
export const walkFolder = async (root: string, leftOut: readonly string[]): Promise<readonly Buffer[]> => {
  const skipped = new Set(['.dualgate', ...leftOut]);
  return walk(root, (folder, name) => !skipped.has(folder === '' ? name : `${folder}/${name}`));
};

const BATCH = 64;

/** @param enters - whether a folder is looked into: the folder that it is in, and its name */
const walk = async (root: string, enters: (folder: string, name: string) => boolean): Promise<readonly Buffer[]> => {
  const names: Buffer[] = [];
  const folders: Buffer[] = [Buffer.alloc(0)];
  for (let at = 0; at < folders.length; at += 1) {
    const folder = folders[at] ?? Buffer.alloc(0);
    for (const entry of readFolder(root, folder)) {
      const path = folder.length === 0 ? entry.name : Buffer.concat([folder, SLASH, entry.name]);
      if (!entry.isDirectory()) names.push(path);
      else if (enters(folder.toString(), entry.name.toString())) folders.push(path);
    }
    if (at % BATCH === BATCH - 1) await turnOfTheEventLoop();
  }
  return names;
};

const SLASH = Buffer.from('/');

const readFolder = (root: string, folder: Buffer): readonly Dirent<Buffer>[] => {
  const place = Buffer.concat([Buffer.from(`${root}/`), folder]);
  try {
    return readdirSync(place, { encoding: 'buffer', withFileTypes: true });
  } catch (error) {
    // It went while the walk was on its way, and its files are gone.
    if (folder.length > 0 && isGone(error)) return [];
    throw new WorkspaceError(
      folder.length === 0
        ? `Cannot read the workspace ${root}: it is not a folder. Start dualgate in the folder of the project.`
        : `Cannot read the folder ${place.toString()}: ${String(error)}. Make it readable, or run \`git init\` and let git ignore it.`,
      place.toString(),
      { cause: error },
    );
  }
};

/** stdout and stderr. */
const STREAMS = [1, 2] as const;

/** Path → device and inode; of each workspace that was looked at to the end. */
const named = new Map<string, ReadonlyMap<string, string>>();

let written: ReadonlySet<string> | null = null;

interface OwnOutput {
  /** @param path - relative to the workspace */
  readonly has: (path: string) => boolean;
  /** The look is over: from now on, no other file of this workspace is one. */
  readonly close: () => void;
}

/** @param root - of the workspace, absolute */
export const lookForOwnOutput = (root: string): OwnOutput => {
  written ??= new Set([...STREAMS.flatMap(printedTo), ...listReaders()]);
  if (written.size === 0) return { has: () => false, close: () => {} };
  const ids = written;
  const before = named.get(root);
  const found = new Map(before);
  return {
    has: (path) => {
      if (before !== undefined && !before.has(path)) return false;
      const id = idOf(() => lstatSync(`${root}/${path}`, { bigint: true }));
      if (before !== undefined) return before.get(path) === id;
      if (id === null || !ids.has(id)) return false;
      found.set(path, id);
      return true;
    },
    close: () => void named.set(root, found),
  };
};

/** Writes nothing, which fails where the descriptor is not open for writing. */
const printedTo = (fd: number): readonly string[] => {
  const id = idOf(() => fstatSync(fd, { bigint: true }));
  return id !== null && tryTo(() => writeSync(fd, '')) !== null ? [id] : [];
};

/** Files that the readers of our pipes write: the shell connects them first. Only Linux has the descriptors of other programs. */
const listReaders = (): readonly string[] => {
  const pipes = new Set(STREAMS.flatMap((fd) => linkOf('self', fd) ?? []).filter((link) => link.startsWith('pipe:')));
  if (pipes.size === 0) return [];
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && pipes.has(linkOf(name, 0) ?? ''))
    .flatMap((pid) => namesIn(`/proc/${pid}/fd`).flatMap((fd) => writtenBy(pid, fd)));
};

const writtenBy = (pid: string, fd: string): readonly string[] => {
  const info = readText(`/proc/${pid}/fdinfo/${fd}`) ?? '';
  const [, flags = '0'] = /^flags:\s*(\d+)/m.exec(info) ?? [];
  const isForWriting = (Number.parseInt(flags, 8) & 3) !== 0;
  const id = isForWriting ? idOf(() => statSync(`/proc/${pid}/fd/${fd}`, { bigint: true })) : null;
  return id === null ? [] : [id];
};

/** Only a regular file with one name has one. */
const idOf = (look: () => BigIntStats): string | null => {
  const found = tryTo(look);
  return found?.isFile() === true && found.nlink === 1n ? `${found.dev}:${found.ino}` : null;
};

const linkOf = (pid: string, fd: number): string | null => tryTo(() => readlinkSync(`/proc/${pid}/fd/${fd}`));

/** A process may end meanwhile, and another user's cannot be read. */
const tryTo = <T>(look: () => T): T | null => {
  try {
    return look();
  } catch {
    return null;
  }
};
