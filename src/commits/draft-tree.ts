/**
 * The tree of the measured sources: each file is read once more, byte by byte, and goes into the tree only when its
 * hash is still the one of the fingerprint. Changed files are named, and then there is no tree.
 */
import { lstat, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { matchLeftOut, takeFingerprint } from '../project/sources/fingerprint.ts';
import { WITHOUT_FOLLOWING } from '../base/files/open-plain.ts';
import { hashBlob, readBlobs, askGit, git, type Repository } from './repository.ts';
import {
  compareEntries,
  type Entries,
  type Entry,
  GITLINK,
  readTree,
  writeIndexInfo,
  readIndex,
  showPath,
} from './restore-files.ts';
import { makeTemporaryFolder } from '../base/temporary-folder.ts';
import { existsSync } from 'node:fs';
import { findCone, readCone } from '../project/sources/sparse-checkout.ts';

interface TreeQuestion {
  readonly repository: Repository;
  /** A commit: files outside of the workspace, and files that are no sources, come from it. */
  readonly base: string;
  /** From the measured fingerprint: path → mode, space, SHA-256. */
  readonly files: ReadonlyMap<string, string>;
  readonly writes: readonly string[];
}

type Draft =
  /** `entries`: of the tree; `changes`: compared with the base. */
  | {
      readonly is: 'tree';
      readonly entries: Entries;
      readonly changes: ReadonlyMap<string, Entry | null>;
      /** Writes it into the repository, and returns its id. */
      readonly write: () => Promise<string>;
    }
  | { readonly is: 'moved'; readonly paths: readonly string[] };

/** @throws {ProofError} when git refuses */
export const draftTree = async ({ repository, base, files, writes }: TreeQuestion): Promise<Draft> => {
  const before = await readTree(repository, base);
  const entries = new Map(keepUnmeasured(before, repository.prefix, matchLeftOut(writes)));
  const contents = new Map<string, Buffer>();
  const moved: string[] = [];
  const queue = files.entries();
  const lane = async (): Promise<void> => {
    for (const [path, word] of queue) {
      const name = bytesOf(path);
      const content = await readMeasured(join(repository.folder, '/'), name, word);
      if (content === null) {
        moved.push(path);
        continue;
      }
      const object = hashBlob(repository.format, content);
      const entry = `${word.slice(0, 6)} ${object}`;
      const place = `${repository.prefix}${name.toString('latin1')}`;
      entries.set(place, entry);
      if (before.get(place) !== entry) contents.set(object, content);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (moved.length > 0) return { is: 'moved', paths: moved.sort() };
  keepEmptySubmodules(before, repository.prefix, entries);
  const changes = compareEntries(before, entries);
  return { is: 'tree', entries, changes, write: () => writeTree(repository, base, changes, contents) };
};

const LANES = 16;

/** Files outside of the fingerprint stay as in the base: other folders of the repository, and files that the suite writes. */
const keepUnmeasured = (before: Entries, prefix: string, isLeftOut: (path: string) => boolean): Entries => {
  const isKept = ([path]: readonly [string, Entry]): boolean =>
    !path.startsWith(prefix) || isLeftOut(Buffer.from(path.slice(prefix.length), 'latin1').toString('utf8'));
  return new Map([...before].filter(isKept));
};

/** A submodule that was not fetched has no sources; those of a fetched one are no part of this repository. */
const keepEmptySubmodules = (before: Entries, prefix: string, entries: Map<string, Entry>): void => {
  const links = [...before].filter(([path, entry]) => entry.startsWith(GITLINK) && path.startsWith(prefix));
  for (const [path, entry] of links)
    if (![...entries.keys()].some((other) => other.startsWith(`${path}/`))) entries.set(path, entry);
};

/** A name that is not UTF-8 appears as bytes in the fingerprint. */
const bytesOf = (path: string): Buffer => {
  const [, hex = ''] = /^[\s\S]* \(bytes ((?:[0-9a-f]{2})+)\)$/.exec(path) ?? [];
  const name = Buffer.from(hex, 'hex');
  return hex !== '' && `${name.toString('utf8')} (bytes ${hex})` === path ? name : Buffer.from(path, 'utf8');
};

const readMeasured = async (folder: string, name: Buffer, word: string): Promise<Buffer | null> => {
  const path = Buffer.concat([Buffer.from(folder), name]);
  try {
    const found = await lstat(path);
    const content = found.isSymbolicLink()
      ? await readlink(path, { encoding: 'buffer' })
      : await readFile(path, { flag: WITHOUT_FOLLOWING });
    const mode = found.isSymbolicLink() ? '120000' : (found.mode & 0o100) === 0 ? '100644' : '100755';
    return word === `${mode} ${hashBlob('sha256', content)}` ? content : null;
  } catch {
    return null;
  }
};

/** The tree of the base with other entries. @param contents - by their ids: those of the entries that are new */
export const writeTree = async (
  repository: Repository,
  base: string,
  changes: ReadonlyMap<string, Entry | null>,
  contents: ReadonlyMap<string, Buffer>,
): Promise<string> => {
  const aside = await makeTemporaryFolder('commit');
  try {
    await writeBlobs(repository, aside, contents);
    const env = { GIT_INDEX_FILE: join(aside, 'index') };
    const root = { folder: repository.top };
    await git(root, ['read-tree', base], { env });
    const none = '0'.repeat(repository.format === 'sha1' ? 40 : 64);
    const input = writeIndexInfo(changes, none);
    if (input.length > 0) await git(root, ['update-index', '-z', '--index-info'], { env, input });
    return await askGit(root, ['write-tree'], { env });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
};

/** The measured bytes, from a folder that no other process writes: git reads none of the workspace. */
const writeBlobs = async (
  repository: Repository,
  aside: string,
  contents: ReadonlyMap<string, Buffer>,
): Promise<void> => {
  if (contents.size === 0) return;
  const objects = [...contents.keys()];
  for (const object of objects) await writeFile(join(aside, object), contents.get(object) ?? '');
  const input = objects.map((object) => `${join(aside, object)}\n`).join('');
  await git(repository, ['hash-object', '-w', '--no-filters', '--stdin-paths'], { input });
  // Git does not write an existing object, and somebody could have put a false one there.
  await checkBlobs(repository, objects);
};

const checkBlobs = async (repository: Repository, objects: readonly string[]): Promise<void> => {
  const blobs = readBlobs(repository, objects);
  while ((await blobs.next()).done !== true);
};

/**
 * Paths, from the root of the repository, that differ from HEAD, in the folder or in the index; sorted. Files outside
 * of the cone of a sparse checkout may be absent.
 */
export const findUncommittedPaths = async (
  repository: Repository,
  { head, writes }: { readonly head: string; readonly writes: readonly string[] },
): Promise<readonly string[]> => {
  const whole: Repository = { ...repository, folder: repository.top, prefix: '' };
  const prefix = showPath(repository.prefix);
  const all = { writes: writes.flatMap((glob) => [`${prefix}${glob}`]) };
  const { files } = await takeFingerprint(repository.top, all);
  const draft = await draftTree({ repository: whole, base: head, files, ...all });
  const staged = compareEntries(await readTree(repository, head), await readIndex(repository));
  const found = draft.is === 'moved' ? draft.paths : [...draft.changes.keys()].map(showPath);
  const isOutside = await findOutside(repository);
  const isLeftOut = (path: string): boolean =>
    /(?:^|\/)\.dualgate(?:\/|$)/.test(path) || (isOutside(path) && !files.has(path));
  return [...new Set([...found, ...[...staged.keys()].map(showPath)])].filter((path) => !isLeftOut(path)).sort();
};

/** Files of a commit that a sparse checkout leaves out, in the folder of the repository; sorted. */
export const findLeftOutOfCheckout = async (repository: Repository, head: string): Promise<readonly string[]> => {
  const isOutside = await findOutside(repository);
  const prefix = showPath(repository.prefix);
  const committed = [...(await readTree(repository, head)).keys()].map(showPath);
  return committed
    .filter((path) => path.startsWith(prefix) && isOutside(path) && !existsSync(join(repository.top, path)))
    .sort();
};

const findOutside = async ({ top }: Repository): Promise<(path: string) => boolean> => {
  const cone = await findCone(top);
  return (cone === null ? null : await readCone(top, cone)) ?? (() => false);
};

const IN_THE_MIDDLE: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'a merge',
  'rebase-merge': 'a rebase',
  'rebase-apply': 'a rebase',
  CHERRY_PICK_HEAD: 'a cherry-pick',
  REVERT_HEAD: 'a revert',
  sequencer: 'a cherry-pick or revert',
  BISECT_LOG: 'a bisection',
};

/** An unfinished git operation; `null` for none. */
export const findGitOperation = ({ gitDir }: Repository): string | null =>
  Object.entries(IN_THE_MIDDLE).find(([name]) => existsSync(join(gitDir, name)))?.[1] ?? null;
