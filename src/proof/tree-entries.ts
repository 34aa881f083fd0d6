/**
 * The entries of a git tree, flat. Names are bytes, kept as Latin-1 text, so that none is lost or collides with
 * another.
 *
 * @module
 */
import { git, type Repository } from './repository.ts';

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

/** The changes from `from` to `into`: path → entry, `null` for a removed one. */
export const compareEntries = (from: Entries, to: Entries): ReadonlyMap<string, Entry | null> => {
  const changes = new Map<string, Entry | null>();
  for (const [path, entry] of to) if (from.get(path) !== entry) changes.set(path, entry);
  for (const path of from.keys()) if (!to.has(path)) changes.set(path, null);
  return changes;
};

/**
 * For `git update-index -z --index-info`. Removals come first: a file may have become a folder.
 *
 * @param none - the id of no object
 */
export const writeIndexInfo = (changes: ReadonlyMap<string, Entry | null>, none: string): Buffer => {
  const goes = [...changes.keys()].map((path) => `0 ${none}\t${path}\0`);
  const comes = [...changes].flatMap(([path, entry]) => (entry === null ? [] : [`${entry}\t${path}\0`]));
  return Buffer.from([...goes, ...comes].join(''), 'latin1');
};

/** As people read a path. */
export const showPath = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

const readLines = (listed: Buffer, form: RegExp): Entries => {
  const entries = new Map<string, Entry>();
  for (const line of listed.toString('latin1').split('\0')) {
    const [, mode, object, path] = form.exec(line) ?? [];
    if (mode !== undefined && object !== undefined && path !== undefined) entries.set(path, `${mode} ${object}`);
  }
  return entries;
};
