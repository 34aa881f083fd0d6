/**
 * Copies of files and folders. On a file system that can, the blocks are shared until one of the two is written; never
 * by a hard link, through which a writer would reach the original.
 */
import { mkdir, copyFile, lstat, lutimes, readdir, readlink, stat, symlink, utimes } from 'node:fs/promises';
import { dirname, join, isAbsolute } from 'node:path';
import { constants } from 'node:fs';
import { hasCode } from '../../base/text/describe-cause.ts';

const AT_ONCE = 16;

/** Ends when none is under way any more, also after an error. @throws the first error */
export const forEach = async <T>(all: readonly T[], use: (each: T) => Promise<void>): Promise<void> => {
  const left = all.values();
  const take = async (): Promise<void> => {
    for (const each of left) await use(each);
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, take));
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
};

/** The folders of these files. @param paths - relative to the folder */
export const makeFolders = async (folder: string, paths: Iterable<string>): Promise<void> => {
  const folders = new Set<string>();
  for (const path of paths) folders.add(dirname(join(folder, path)));
  await forEach([...folders], async (each) => void (await mkdir(each, { recursive: true })));
};

type PathIn = (path: string) => string;

/** A build compares the times of its results and sources, and a test can look at them. */
export const copyWithTimes = async (from: string, to: string): Promise<void> => {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await copyTimes(from, to);
};

export const copyTimes = async (from: string, to: string): Promise<void> => {
  const { atimeMs, mtimeMs } = await stat(from);
  await utimes(to, inSeconds(atimeMs), inSeconds(mtimeMs));
};

/** Never later than it was: a copy that is in the next second would be another file for git. */
const inSeconds = (ms: number): number => Math.floor(ms) / 1000;

/** A link to a place in the workspace leads to the same place in the copy. */
const copyLink = async (from: string, to: string, pathIn: PathIn): Promise<void> => {
  const target = await readlink(from);
  await symlink(isAbsolute(target) ? pathIn(target) : target, to);
  const { atimeMs, mtimeMs } = await lstat(from);
  await lutimes(to, inSeconds(atimeMs), inSeconds(mtimeMs));
};

/**
 * A file that went meanwhile was written during the measurement, which holds; a name that is not UTF-8 cannot be
 * written here, and a suite that needs it is not green in the copy.
 * @param paths - relative to both folders @param options.pathIn - where links lead; `null` leaves them out
 * @throws the file system's own error when there is no room
 */
export const copySources = async (
  paths: readonly string[],
  { from, to, pathIn }: { readonly from: string; readonly to: string; readonly pathIn: PathIn | null },
): Promise<void> => {
  await makeFolders(to, paths);
  await forEach(paths, async (path) => {
    const [source, target] = [join(from, path), join(to, path)];
    try {
      const found = await lstat(source);
      if (found.isSymbolicLink()) await (pathIn === null ? null : copyLink(source, target, pathIn));
      else if (found.isFile()) await copyWithTimes(source, target);
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) throw error;
    }
  });
};

/** The remaining amount; decreases with every file. */
export interface Budget {
  files: number;
  bytes: number;
}

interface TreeOptions {
  readonly left: Budget;
  readonly pathIn: PathIn;
  readonly skips: (path: string) => boolean;
}

/** @returns false when there is too much of it: a part may already be copied */
export const copyTree = async (from: string, to: string, options: TreeOptions): Promise<boolean> => {
  const { left, pathIn, skips } = options;
  const found = await lstat(from).catch(() => null);
  if (found === null) return true;
  left.files -= 1;
  left.bytes -= found.isFile() ? found.size : 0;
  if (left.files < 0 || left.bytes < 0) return false;
  if (found.isSymbolicLink()) await copyLink(from, to, pathIn);
  else if (found.isFile()) await copyWithTimes(from, to);
  else if (found.isDirectory()) {
    await mkdir(to, { recursive: true });
    for (const name of await readdir(from))
      if (!skips(join(from, name)) && !(await copyTree(join(from, name), join(to, name), options))) return false;
  }
  return true;
};
