/**
 * One hash over everything in a folder: an installed package that a test runner is made of.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat, readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { hashContent } from '../files/hash-content.ts';
import { WITHOUT_FOLLOWING } from '../files/open-plain.ts';

interface Entry {
  readonly path: string;
  readonly found: BigIntStats;
}

/** Whether a path is left out, as if it were not there. */
type IsLeftOut = (path: string) => boolean;

/** A value that changes after any write to anything in the folder, also one of the same content. */
export const stampFolder = async (folder: string, isLeftOut: IsLeftOut): Promise<string> =>
  stampEntries(await listEntries(folder, isLeftOut));

const stampEntries = (entries: readonly Entry[]): string =>
  hashContent(entries.map(({ path, found }) => `${path}\0${found.ino}-${found.ctimeNs}-${found.size}`).join('\n'));

/** The state of a folder at its last read: no program without privileges can set the stamps back. */
const known = new Map<string, { readonly stamps: string; readonly hash: string }>();

/**
 * Hashes names, modes and contents. A folder of which no stamp changed is not read again: some milliseconds for a few
 * hundred files.
 *
 * @throws the file system's own error when the folder is not there, or a file in it cannot be read
 */
export const hashFolder = async (folder: string, isLeftOut: IsLeftOut): Promise<string> => {
  const root = await realpath(folder);
  const entries = await listEntries(root, isLeftOut);
  const stamps = stampEntries(entries);
  const before = known.get(root);
  if (before?.stamps === stamps) return before.hash;
  const hash = createHash('sha256');
  for (const { path, found } of entries) {
    const name = relative(root, path).split(sep).join('/');
    hash.update(`${name}\0${found.mode & 0o111n}\0${await hashEntry(path, found)}\n`);
  }
  const word = `tree:${hash.digest('hex')}`;
  known.set(root, { stamps, hash: word });
  return word;
};

/** Every file and link below, in the order of the code units. */
const listEntries = async (folder: string, isLeftOut: IsLeftOut): Promise<readonly Entry[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isLeftOut(path))
    .sort();
  return Promise.all(paths.map(async (path) => ({ path, found: await lstat(path, { bigint: true }) })));
};

const hashEntry = async (path: string, found: BigIntStats): Promise<string> => {
  if (found.isSymbolicLink()) return `link:${hashContent(await readlink(path))}`;
  return found.isFile() ? hashContent(await readFile(path, { flag: WITHOUT_FOLLOWING })) : 'no file';
};
