/**
 * A checkout: files of a commit or of a workspace in a folder of their own, in which suites run.
 *
 * @module
 */
import type { PlacedSuite, SuitesOptions } from '../testing/run-suites.ts';
import type { TestRun } from '../testing/test-run.ts';
import type { TemporaryKind } from '../temporary/temporary-folder.ts';
import type { Without } from './builds.ts';

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
  /**
   * `lend`: those of the workspace are linked, and other files that git ignores there are copied. A function installs them in
   * the folder.
   */
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
