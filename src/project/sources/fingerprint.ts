/**
 * One fingerprint over the sources of a workspace (rule 2.4): the proof that what was measured did not move, and the
 * measure of progress. It reads the folder itself and takes from git only the names, so that no flag, filter, cache or
 * config of the repository can make a changed file look unchanged. Nothing of the repository is written.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import picomatch from 'picomatch';
import { readHead, listNested, listSources } from './list-sources.ts';
import { findLeftOut, lookForOwnOutput, WALKED_OVER, walkFolder } from './own-output.ts';
import { WorkspaceError } from './workspace-error.ts';
import { hashSource, type Source } from './hash-source.ts';

// Which files are sources: by git if there is git, else by a walk through the folder. It is decided once, when a run starts,
// and recorded: making or removing a repository does not change it.

/** How the sources are listed. */
export type SourceListing =
  | {
      /** `git`: by git. `walk`: by a walk through the folder. */
      readonly by: 'git';
    }
  | {
      readonly by: 'walk';
      /** Folders of installed packages and repositories that were there at that time; relative, with `/`. */
      readonly left_out: readonly string[];
    };

export const BY_GIT: SourceListing = { by: 'git' };

/**
 * How sources can be listed here, now. @throws {WorkspaceError} when the folder is not there, or git refuses its
 * repository: a walk would see other sources than git
 */
export const findSourceListing = async (folder: string): Promise<SourceListing> => {
  try {
    await readHead(folder);
    return BY_GIT;
  } catch (error) {
    if (error instanceof WorkspaceError && error.lacks !== null)
      return { by: 'walk', left_out: await findLeftOut(folder) };
    throw error;
  }
};

export interface Fingerprint {
  /** One SHA-256 over everything in `files`. A commit alone does not change it. */
  readonly tree: string;
  /** The commit at HEAD; `null` in a repository without commits, and without git. */
  readonly head: string | null;
  /** Path relative to the workspace, with `/`, in the order of the code units → mode, blank, hash of the content. */
  readonly files: ReadonlyMap<string, string>;
  /** Path → what differs after any write to the file, even of the same content. No part of `tree`. */
  readonly stamps: ReadonlyMap<string, string>;
}

/** The longest time for which the loop is blocked: for Ctrl+C and for the output of programs. */
const BREATH_MS = 15;

/**
 * Takes the fingerprint of the sources: what git tracks or would track, nested repositories included, or where no git tells
 * them every file; `.dualgate/` not.
 * @param workspace not necessarily the root of its repository @param options.writes globs of what the suite writes: left out
 * @param options.sources how the sources are listed. If it is by git and the repository is gone, nothing is left out
 * @throws {WorkspaceError} when the sources are listed by git and there is none, or a source cannot be read
 */
export const takeFingerprint = async (
  workspace: string,
  { writes, sources = BY_GIT }: { readonly writes: readonly string[]; readonly sources?: SourceListing },
): Promise<Fingerprint> => {
  const root = resolve(workspace);
  const { head, names, others } = await listNames(root, sources);
  const own = lookForOwnOutput(root);
  const matches = matchLeftOut([...others, ...writes]);
  const isLeftOut = (path: string): boolean => matches(path) || own.has(path);
  const found = new Map<string, Found>();
  for (let wave = names; wave.length > 0; ) {
    const folders = await hashAll(root, wave, isLeftOut, found);
    const inside = await listNested(
      root,
      folders.map((folder) => `${root}/${folder.toString()}`),
    );
    wave = inside.flatMap((list, at) => list.map((name) => joinBytes(folders[at], name)));
  }
  own.close();
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  const files = new Map(sorted.map(([path, { word }]) => [path, word]));
  const stamps = new Map(sorted.map(([path, { stamp }]) => [path, stamp]));
  return { tree: hashEntries(files), head, files, stamps };
};

interface Listed {
  readonly head: string | null;
  readonly names: readonly Buffer[];
  /** Globs of other files that are left out. */
  readonly others: readonly string[];
}

/** The names alone. @throws {WorkspaceError} as `takeFingerprint` */
export const listNames = async (root: string, sources: SourceListing): Promise<Listed> => {
  if (sources.by === 'walk')
    return { head: null, names: await walkFolder(root, sources.left_out), others: WALKED_OVER };
  try {
    const head = await readHead(root);
    return { head, names: await listSources(root), others: [] };
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.lacks !== 'repository') throw error;
    return { head: null, names: await walkFolder(root, []), others: [] };
  }
};

/** Tells the paths that are no sources although git tracks or would track them. @param writes - globs, as `tests.writes` */
export const matchLeftOut = (writes: readonly string[]): ((path: string) => boolean) =>
  picomatch(['.dualgate', '.dualgate/**', ...writes], { dot: true, flags: 's' });

/** The sources that are symbolic links, by their mode. */
export const linksOf = (files: ReadonlyMap<string, string>): readonly string[] =>
  [...files].filter(([, word]) => word.startsWith('120000 ')).map(([path]) => path);

interface Difference {
  readonly created: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
}

/** The changes of the sources between two fingerprints; each list in path order. */
export const compareFingerprints = (before: Fingerprint, after: Fingerprint): Difference => ({
  created: [...after.files.keys()].filter((path) => !before.files.has(path)),
  modified: [...after.files].filter(([path, word]) => (before.files.get(path) ?? word) !== word).map(([path]) => path),
  deleted: [...before.files.keys()].filter((path) => !after.files.has(path)),
});

/**
 * The sources that were written between two fingerprints, in path order: also those with the same content, so that a
 * file cannot be swapped for the time of a test run; and those with another content under the same stamp, since a
 * write through a memory mapping leaves no time (rule 2.4).
 */
export const findMoved = (before: Fingerprint, after: Fingerprint): readonly string[] =>
  [...new Set([...before.stamps.keys(), ...after.stamps.keys()])]
    .filter(
      (path) => before.stamps.get(path) !== after.stamps.get(path) || before.files.get(path) !== after.files.get(path),
    )
    .sort();

type Found = Pick<Extract<Source, { readonly is: 'file' }>, 'word' | 'stamp'>;

/** Adds what it finds to `found`; answers the names that are folders: nested repositories and submodules. */
const hashAll = async (
  root: string,
  names: readonly Buffer[],
  isLeftOut: (path: string) => boolean,
  found: Map<string, Found>,
): Promise<readonly Buffer[]> => {
  const folders: Buffer[] = [];
  const isReal = createFolderCheck(root);
  const base = Buffer.from(`${root}/`);
  let since = performance.now();
  for (const name of names) {
    const path = toText(name);
    if (isLeftOut(path) || found.has(path) || !isReal(parentOf(name))) continue;
    const looked = hashSource(Buffer.concat([base, name]));
    const source = looked instanceof Promise ? await looked : looked;
    if (source.is === 'file') found.set(path, source);
    if (source.is === 'folder') folders.push(name);
    if (performance.now() - since < BREATH_MS) continue;
    await turnOfTheEventLoop();
    since = performance.now();
  }
  return folders;
};

/** A tracked file behind a folder that became a symlink is gone, as git sees it: the link is the source. */
const createFolderCheck = (root: string): ((folder: Buffer) => boolean) => {
  const known = new Map<string, boolean>();
  const isReal = (folder: Buffer): boolean => {
    if (folder.length === 0) return true;
    const key = folder.toString('latin1');
    const before = known.get(key);
    if (before !== undefined) return before;
    const place = joinBytes(Buffer.from(root), folder);
    const answer = isReal(parentOf(folder)) && isFolder(place);
    known.set(key, answer);
    return answer;
  };
  return isReal;
};

const isFolder = (place: Buffer): boolean => {
  try {
    return lstatSync(place).isDirectory();
  } catch {
    return false;
  }
};

/** The fingerprint over entries that are in path order. */
export const hashEntries = (files: ReadonlyMap<string, string>): string => {
  const hash = createHash('sha256');
  for (const [path, word] of files) hash.update(`${word}\t${path}\0`);
  return hash.digest('hex');
};

const joinBytes = (folder: Buffer | undefined, name: Buffer): Buffer =>
  folder === undefined ? name : Buffer.concat([folder, Buffer.from('/'), name]);

const parentOf = (name: Buffer): Buffer => name.subarray(0, Math.max(0, name.lastIndexOf('/')));

/** Two names that are not UTF-8 must not fall together: the bytes are written out. */
const toText = (name: Buffer): string => {
  const text = name.toString('utf8');
  return isUtf8(name) ? text : `${text} (bytes ${name.toString('hex')})`;
};
