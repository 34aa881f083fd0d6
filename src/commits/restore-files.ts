/**
 * Restores the sources of a workspace to those of a tree, byte by byte and without git's filters. Files that git
 * ignores are not touched, and nothing is written through a link.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { chmod, lstat, mkdir, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git, type Repository, hashBlob, readBlobs } from './repository.ts';
import { ProofError } from './commit-trailers.ts';
import { matchLeftOut } from '../project/sources/fingerprint.ts';

/** Mode, space, id of the object: `100644 3b18e5…`. */
export type Entry = string;

/** Path from the root of the repository, in Latin-1 → entry. */
export type Entries = ReadonlyMap<string, Entry>;

/** Mode of a submodule. */
export const GITLINK = '160000 ';

/** @param tree - a commit or a tree @throws {ProofError} when it is missing */
export const readTree = async (repository: Repository, tree: string): Promise<Entries> => {
  const listed = await git(repository, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  return readLines(listed, /^(\d{6}) [a-z]+ ([0-9a-f]+)\t([\s\S]*)$/);
};

/** The content of the user's index; an unmerged file has an entry that no tree has. @throws {ProofError} as `git` */
export const readIndex = async (repository: Repository): Promise<Entries> => {
  const listed = await git({ folder: repository.top }, ['ls-files', '--stage', '-z']);
  const entries = new Map(readLines(listed, /^(\d{6}) ([0-9a-f]+ [0-3])\t([\s\S]*)$/));
  for (const [path, entry] of entries) entries.set(path, entry.endsWith(' 0') ? entry.slice(0, -2) : entry);
  return entries;
};

export const compareEntries = (from: Entries, to: Entries): ReadonlyMap<string, Entry | null> => {
  const changes = new Map<string, Entry | null>();
  for (const [path, entry] of to) if (from.get(path) !== entry) changes.set(path, entry);
  for (const path of from.keys()) if (!to.has(path)) changes.set(path, null);
  return changes;
};

/** For `git update-index -z --index-info`, removals first: a file may have become a folder. @param none - the id of no object */
export const writeIndexInfo = (changes: ReadonlyMap<string, Entry | null>, none: string): Buffer => {
  const goes = [...changes.keys()].map((path) => `0 ${none}\t${path}\0`);
  const comes = [...changes].flatMap(([path, entry]) => (entry === null ? [] : [`${entry}\t${path}\0`]));
  return Buffer.from([...goes, ...comes].join(''), 'latin1');
};

export const showPath = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

const readLines = (listed: Buffer, form: RegExp): Entries => {
  const entries = new Map<string, Entry>();
  for (const line of listed.toString('latin1').split('\0')) {
    const [, mode, object, path] = form.exec(line) ?? [];
    if (mode !== undefined && object !== undefined && path !== undefined) entries.set(path, `${mode} ${object}`);
  }
  return entries;
};

// The user's index after a commit: paths of the workspace alone become the committed ones. A short lock; a failure loses nothing.

/** Another git of the user holds the index for moments only. */
const TRIES = 20;
const PAUSE_MS = 100;

/** @param entries - of the whole tree that was committed @returns whether it could be done */
export const bringIndexTo = async (repository: Repository, entries: Entries): Promise<boolean> => {
  const ofWorkspace = (all: Entries): Entries =>
    new Map([...all].filter(([path]) => path.startsWith(repository.prefix)));
  for (let tries = 1; ; tries += 1) {
    try {
      const changes = compareEntries(ofWorkspace(await readIndex(repository)), ofWorkspace(entries));
      const none = '0'.repeat(repository.format === 'sha1' ? 40 : 64);
      if (changes.size > 0)
        await git({ folder: repository.top }, ['update-index', '-z', '--index-info'], {
          input: writeIndexInfo(changes, none),
        });
      return true;
    } catch (error) {
      if (!(error instanceof ProofError)) throw error;
      if (tries === TRIES) return false;
      await wait(PAUSE_MS);
    }
  }
};

interface Restoring {
  /** From a fingerprint taken right before: path → mode, space, SHA-256. */
  readonly files: ReadonlyMap<string, string>;
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
