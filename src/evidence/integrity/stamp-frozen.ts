/**
 * Frozen files that no fingerprint covers: an installed package, a hidden suite, the config of a home folder. A file
 * that is replaced while the tests run, and put back, is found by the time of the write (rule 2.4).
 */
import { lstat, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Freeze } from './freeze.ts';
import { stampFolder } from '../../project/sources/hash-source.ts';
import { isOwnFile } from '../../runners/replays/watch-replays.ts';

/** Path → a value that differs after any write to it, even of the same content. */
export type FrozenStamps = ReadonlyMap<string, string>;

/** @param isSource whether a fingerprint covers a path: it has stamps of its own */
export const stampFrozen = async (
  workspace: string,
  frozen: Freeze,
  isSource: (path: string) => boolean,
): Promise<FrozenStamps> => {
  const paths = Object.keys(frozen).filter((path) => !path.includes('#') && !isSource(path));
  const stamps = paths.map(async (path) => [path, await stampOf(resolve(workspace, path))] as const);
  return new Map(await Promise.all(stamps));
};

/** The files that were written between two stamps, in path order. */
export const findWritten = (before: FrozenStamps, after: FrozenStamps): readonly string[] =>
  [...before]
    .filter(([path, stamp]) => (after.get(path) ?? stamp) !== stamp)
    .map(([path]) => path)
    .sort();

const stampOf = async (path: string): Promise<string> => {
  const [, folder] = /^(.*)[\\/]\*\*$/.exec(path) ?? [];
  if (folder !== undefined)
    return stampFolder(await realpath(folder).catch(() => folder), isOwnFile).catch(() => 'absent');
  return lstat(path, { bigint: true }).then(
    // A folder changes whenever something is put into it, and nothing in it is frozen by it.
    (found) => (found.isDirectory() ? 'folder' : `${found.ino}-${found.ctimeNs}`),
    () => 'absent',
  );
};
