/**
 * Frozen things that no fingerprint looks at: an installed package, a held-out suite, the config of a home. Whoever swaps
 * one while the tests run, and puts it back, is found by the time of the write (RULES 2.4).
 *
 * @module
 */
import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Freeze } from './freeze.ts';
import { stampFolder } from '../sources/hash-folder.ts';

/** Path → what differs after any write to it, also one of the same content. */
export type FrozenStamps = ReadonlyMap<string, string>;

/** @param isSource whether a fingerprint looks at a path: it has stamps of its own */
export const stampFrozen = async (
  workspace: string,
  frozen: Freeze,
  isSource: (path: string) => boolean,
): Promise<FrozenStamps> => {
  const paths = Object.keys(frozen).filter((path) => !path.includes('#') && !isSource(path));
  const stamps = paths.map(async (path) => [path, await stampOf(resolve(workspace, path))] as const);
  return new Map(await Promise.all(stamps));
};

/** What was written between two looks, in path order. */
export const findWritten = (before: FrozenStamps, after: FrozenStamps): readonly string[] =>
  [...before]
    .filter(([path, stamp]) => (after.get(path) ?? stamp) !== stamp)
    .map(([path]) => path)
    .sort();

const stampOf = async (path: string): Promise<string> => {
  const [, folder] = /^(.*)[\\/]\*\*$/.exec(path) ?? [];
  if (folder !== undefined) return stampFolder(folder).catch(() => 'absent');
  return lstat(path, { bigint: true }).then(
    // A folder changes whenever something is put into it, and nothing in it is frozen by it.
    (found) => (found.isDirectory() ? 'folder' : `${found.ino}-${found.ctimeNs}`),
    () => 'absent',
  );
};
