/**
 * Which files a test run reads, by their access times, in a copy that no other program reads. A file system
 * without access times shows none.
 *
 * @module
 */
import { lstat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Before every real time: with it a file system that updates access times only sometimes updates this one. */
const LONG_AGO = new Date(1000);

/**
 * To be called before the run.
 *
 * @param folder absolute
 * @param paths of files, relative to it; links and missing files are left out
 * @returns to be called after the run, before anything else reads the files: those that were read
 */
export const watchReads = async (
  folder: string,
  paths: Iterable<string>,
): Promise<() => Promise<readonly string[]>> => {
  const watched: string[] = [];
  for (const path of paths) {
    const stats = await lstat(join(folder, path)).catch(() => null);
    if (stats?.isFile() !== true) continue;
    await utimes(join(folder, path), LONG_AGO, stats.mtime);
    watched.push(path);
  }
  return async () => {
    const read: string[] = [];
    for (const path of watched) {
      const stats = await lstat(join(folder, path)).catch(() => null);
      if (stats !== null && stats.atimeMs !== LONG_AGO.getTime()) read.push(path);
    }
    return read;
  };
};
