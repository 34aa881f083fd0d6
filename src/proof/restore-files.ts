/**
 * Restores the sources of a workspace to those of a tree, byte by byte and without git's filters. Files that git
 * ignores are not touched, and nothing is written through a link.
 *
 * @module
 */
import { chmod, lstat, mkdir, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { matchLeftOut } from '../sources/fingerprint.ts';
import { hashBlob } from './hash-blob.ts';
import { ProofError } from './proof-error.ts';
import { readBlobs } from './read-blobs.ts';
import type { Repository } from './repository.ts';
import { type Entries, type Entry, GITLINK, showPath } from './tree-entries.ts';

interface Restoring {
  /** From a fingerprint taken right before: path → mode, space, SHA-256. */
  readonly files: ReadonlyMap<string, string>;
  /** For the whole tree. */
  readonly entries: Entries;
  /** Globs, as `tests.writes`: unchanged. */
  readonly writes: readonly string[];
}

/** @throws {ProofError} when a parent is no folder, or an object is missing or damaged */
export const restoreFiles = async (repository: Repository, { files, entries, writes }: Restoring): Promise<void> => {
  const isLeftOut = matchLeftOut(writes);
  const wanted = new Map<string, Entry>();
  for (const [path, entry] of entries) {
    if (!path.startsWith(repository.prefix) || entry.startsWith(GITLINK)) continue;
    const name = showPath(path.slice(repository.prefix.length));
    if (Buffer.from(name, 'utf8').toString('latin1') !== path.slice(repository.prefix.length))
      throw refuse(repository, `the name of ${name} is not UTF-8`);
    if (!isLeftOut(name)) wanted.set(name, entry);
  }
  // Removals first: a file may be where a folder has to be.
  for (const path of files.keys()) if (!wanted.has(path)) await removeFile(repository.folder, path);
  const places = new Map<string, (readonly [string, Entry])[]>();
  for (const place of wanted) places.set(place[1].slice(7), [...(places.get(place[1].slice(7)) ?? []), place]);
  for await (const [object, content] of readBlobs(repository, [...places.keys()])) {
    const hash = hashBlob('sha256', content);
    for (const [path, entry] of places.get(object) ?? []) {
      const mode = entry.slice(0, 6);
      if (files.get(path) !== `${mode} ${hash}`) await putFile(repository.folder, path, { mode, content });
    }
  }
};

const removeFile = async (folder: string, path: string): Promise<void> => {
  await rm(join(folder, path), { force: true });
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    const isEmpty = await rmdir(join(folder, above)).then(
      () => true,
      () => false,
    );
    if (!isEmpty) return;
  }
};

const putFile = async (
  folder: string,
  path: string,
  { mode, content }: { readonly mode: string; readonly content: Buffer },
): Promise<void> => {
  await makeFolders(folder, dirname(path));
  const place = join(folder, path);
  await rm(place, { force: true });
  if (mode === '120000') return symlink(content, place);
  await writeFile(place, content, { flag: 'wx' });
  if (mode === '100755') await chmod(place, 0o755);
};

const makeFolders = async (folder: string, path: string): Promise<void> => {
  if (path === '.') return;
  await makeFolders(folder, dirname(path));
  const place = join(folder, path);
  const found = await lstat(place).catch(() => null);
  if (found?.isDirectory() === true) return;
  if (found !== null) throw refuse({ folder }, `${path} is not a folder`);
  await mkdir(place);
};

const refuse = ({ folder }: Pick<Repository, 'folder'>, what: string): ProofError =>
  new ProofError(`Cannot restore the files of ${folder}: ${what}. Fix it, then run dualgate resume.`);
