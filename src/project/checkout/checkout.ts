/** A checkout: files of a commit or of a workspace in a folder of their own, in which suites run. */
import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import picomatch from 'picomatch';
import { findLeftOut } from '../sources/own-output.ts';
import { readGit } from '../sources/git.ts';
import { WorkspaceError } from '../sources/workspace-error.ts';
import { CACHING_TOOLS } from '../../runners/replays/caching-tools.ts';
import { namesIn } from '../../base/files/folders.ts';
import type { PlacedSuite, SuitesOptions } from '../../runners/run-suites.ts';
import type { TestRun } from '../../runners/test-run.ts';
import type { TemporaryKind } from '../../base/temporary-folder.ts';

const RESULT_CACHES = CACHING_TOOLS.flatMap(({ folders = [] }) => folders);

/** Files of a workspace that are no sources, and those of them that are caches. */
export const isResultCache = (path: string): boolean => RESULT_CACHES.some((each) => `/${path}`.endsWith(`/${each}`));

/** Caches are made again: their facts about the workspace are not true of a copy. */
export const isCache = (path: string): boolean =>
  isResultCache(path) || /(?:^|\/)(?:\.dualgate|__pycache__|\.[\w-]*cache|\.(?:git|hg|svn|jj))$/.test(path);

/** Ignored by git or, without git, omitted by a walk; a folder that is ignored as a whole is one name. */
export const listIgnored = async (workspace: string): Promise<readonly string[]> => {
  const question = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  try {
    const names = (await readGit(workspace, question)).split('\0');
    return names.flatMap((name) => (name === '' ? [] : [name.replace(/\/$/, '')]));
  } catch (error) {
    if (error instanceof WorkspaceError && error.lacks !== null) return findLeftOut(workspace);
    throw error;
  }
};

// Code in files that git ignores, written since a run began: what a build made of the sources, or code that was moved out of
// them. A copy for mutants leaves it out, since no mutant of a source changes it.

export interface Without {
  /** Milliseconds since the epoch: the run found older code. */
  readonly since: number;
  /** Globs of the config, for files that a suite writes or a build makes: these stay. */
  readonly named: readonly string[];
}

interface BuildsQuestion {
  /** Absolute. */
  readonly workspace: string;
  /** Nothing is found without it. */
  readonly without?: Without | undefined;
  /** As `listIgnored` has them. @default asked for */
  readonly names?: readonly string[];
  /** Whether files that are no code are found, too. @default false */
  readonly isAny?: boolean;
}

/** Installed by a package manager, or its own. */
const DEPENDENCIES =
  /(?:^|\/)(?:node_modules|vendor|bower_components|__pypackages__|\.(?:yarn|bundle|tox|nox|gradle|m2|eggs)|Pods|[^/]+\.egg-info|\.pnp\.[^/]+)$/;
const CODE =
  /(?<!\.d)\.(?:[cm]?[jt]sx?|node|wasm|py[codx]?|so|dylib|dll|rb|php|go|rs|lua|pl|sh|java|class|jar|kt|cs|exe)$/i;
const MOST_LOOKED_AT = 20_000;

/** Names as git lists them: a folder that it ignores as a whole is one. */
export const findBuilds = async ({
  workspace,
  without,
  names,
  isAny = false,
}: BuildsQuestion): Promise<readonly string[]> => {
  if (without === undefined) return [];
  const { since, named } = without;
  const isNamed = picomatch([...named], { dot: true });
  const found: string[] = [];
  for (const name of names ?? (await listIgnored(workspace))) {
    const isOther = isCache(name) || DEPENDENCIES.test(name) || isNamed(name) || isNamed(`${name}/x`);
    const inside = namesIn(join(workspace, name));
    if (isOther || inside.includes('pyvenv.cfg') || inside.includes('CACHEDIR.TAG')) continue;
    if (await isWritten(join(workspace, name), since, { left: MOST_LOOKED_AT, isAny })) found.push(name);
  }
  return found;
};

/** Whether code there was written since. No program can set the time that this asks for. */
const isWritten = async (path: string, since: number, bound: { left: number; isAny: boolean }): Promise<boolean> => {
  bound.left -= 1;
  const found = bound.left < 0 ? null : await lstat(path).catch(() => null);
  if (found === null) return false;
  if (!found.isDirectory())
    return found.ctimeMs >= since && (bound.isAny || CODE.test(path) || (found.isFile() && (found.mode & 0o111) !== 0));
  if (DEPENDENCIES.test(basename(path))) return false;
  for (const name of await readdir(path).catch(() => []))
    if (!isCache(name) && (await isWritten(join(path, name), since, bound))) return true;
  return false;
};

export interface Checkout {
  /** Absolute, without links: the workspace in it. */
  readonly folder: string;
  /** The same, of the repository around it. */
  readonly root: string;
  /** Absolute, beside the root: where a suite may report. */
  readonly reports: string;
  /** Absolute: git's folder of a copy, which its tests may read; `null` for a copy without, and for other checkouts. */
  readonly git: string | null;
  /** The path in the checkout for a path in the workspace that it was made of; any other path unchanged. */
  readonly pathIn: (path: string) => string;
  /** Files that a suite may miss, one sentence each. */
  readonly missing: readonly string[];
  /** Ignored code that was left out of a copy, relative to the workspace. */
  readonly builds: readonly string[];
  /** Brings it after all. @returns sentences about what is missing */
  readonly bringBuilds: () => Promise<readonly string[]>;
  /** Paths of submodules, which are in no commit of the repository. */
  readonly submodules: readonly string[];
  readonly dependencies: Lent;
  /** Runs suites there: paths in their commands and in the environment lead into the checkout. */
  readonly run: (suites: readonly PlacedSuite[], how: RunOptions) => Promise<TestRun>;
  /** Removes it, with all that was written into it; the targets of its links stay. */
  readonly remove: () => Promise<void>;
}

interface RunOptions extends Pick<SuitesOptions, 'isList' | 'onTest' | 'signal'> {
  /** The value of DUALGATE_RUN, by which processes that the suite leaves running are found. */
  readonly mark: string;
  /** Further variables. @default none */
  readonly env?: Readonly<Record<string, string>>;
}

/** A regular file, a link or a submodule of a commit. */
export interface CommitFile {
  /** Relative to the root of the repository, with `/`. */
  readonly path: string;
  /** Six octal digits, as in git: `100644`, `100755`, `120000` (a symbolic link), `160000` (a submodule). */
  readonly mode: string;
  /** Id of the object with the content. */
  readonly object: string;
}

/** Contents of objects, each verified against its id. */
export type ReadObjects = (objects: readonly string[]) => AsyncIterable<readonly [string, Uint8Array]>;

interface CommitFiles {
  readonly files: readonly CommitFile[];
  readonly read: ReadObjects;
}

export interface OfCommit {
  /** Absolute, without links: the root of the repository. */
  readonly root: string;
  /** Absolute: the workspace. */
  readonly workspace: string;
  readonly commit: CommitFiles;
}

export interface OfWorkspace {
  readonly root: string;
  readonly workspace: string;
  /** Sources to copy as they are now, relative to the workspace. */
  readonly files: readonly string[];
  /** As `listIgnored` has them. @default asked for */
  readonly ignored?: readonly string[] | undefined;
  /** Leaves out ignored code that was written since. @default none */
  readonly without?: Without;
  /** Writes other sources into the folder, and returns whether all of them are there. @default none */
  readonly fill?: (folder: string) => Promise<boolean>;
}

export type CheckoutSource = OfCommit | OfWorkspace;

export interface CheckoutQuestion {
  readonly from: CheckoutSource;
  /** The purpose of a temporary folder, or a work tree of the repository at this commit. */
  readonly at: TemporaryKind | { readonly worktree: string; readonly commit: string };
  /** `lend`: links those of the workspace, and copies other files that git ignores there. A function installs in the folder. */
  readonly dependencies: 'lend' | 'none' | ((folder: string) => Promise<void>);
  /** The words before the command of a suite. @default none */
  readonly sandbox?: (checkout: Inside, suite: PlacedSuite) => Promise<readonly string[]>;
}

export type Inside = Pick<Checkout, 'folder' | 'root' | 'reports' | 'git' | 'pathIn'>;

/** The linked dependencies, and those that could not be linked, each as a path relative to the root. */
export interface Lent {
  readonly lent: readonly string[];
  /** With the reason. */
  readonly refused: readonly string[];
}
