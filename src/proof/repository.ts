/**
 * The repository of the commits, and git as a writer: it runs no hook, filter or signing program that the repository
 * names, and accepts no replaced or grafted object. The agent may write there.
 *
 * @module
 */
import { relative } from 'node:path';
import { type GitOptions, readGit, runGit } from '../sources/git.ts';
import { WorkspaceError, wordRefusal } from '../sources/workspace-error.ts';
import { ProofError } from './proof-error.ts';

export interface Repository {
  /** Absolute: the workspace, where git runs. */
  readonly folder: string;
  /** Absolute: the root of the work tree. */
  readonly top: string;
  /** From the root to the workspace, as bytes in Latin-1, with a slash at its end; empty for the root itself. */
  readonly prefix: string;
  /** Absolute: the folder of this work tree's HEAD and index. */
  readonly gitDir: string;
  /** Whether it is a work tree beside another one (`git worktree`). */
  readonly isLinked: boolean;
  /** The hash algorithm of object ids. */
  readonly format: 'sha1' | 'sha256';
}

/** @throws {WorkspaceError} when there is no git, or no repository with a work tree around the folder */
export const openRepository = async (folder: string): Promise<Repository> => {
  const [top = '', prefix = '', gitDir = '', commonDir = '', format = ''] = await askAll(folder);
  if (format !== 'sha1' && format !== 'sha256')
    throw new ProofError(
      `Cannot commit in ${folder}: its repository uses the object format ${format}. Set commits: false.`,
    );
  const toPath = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');
  return { folder, top: toPath(top), prefix, gitDir: toPath(gitDir), isLinked: gitDir !== commonDir, format };
};

const QUESTIONS = [
  ['--show-toplevel'],
  ['--show-prefix'],
  ['--absolute-git-dir'],
  ['--path-format=absolute', '--git-common-dir'],
  ['--show-object-format'],
];

/** One process for all of them: a line each, unless a path has a line feed in it. */
const askAll = async (folder: string): Promise<readonly string[]> => {
  const ask = (args: readonly string[]): Promise<string> =>
    readGit(folder, ['rev-parse', ...args], { encoding: 'latin1' });
  const lines = (await ask(QUESTIONS.flat())).split('\n');
  return lines.length === QUESTIONS.length ? lines : Promise.all(QUESTIONS.map(ask));
};

/** The folder of git, relative to the workspace: a complete checkout may be moved, but not replaced. */
export const nameGitDir = ({ folder, gitDir }: Repository): string => relative(folder, gitDir).replaceAll('\\', '/');

/**
 * Runs a git command that may write; its stdout as bytes.
 *
 * @throws {ProofError} when git refuses, in its words
 */
export const git = async (
  { folder }: Pick<Repository, 'folder'>,
  args: readonly string[],
  { env = {}, ...options }: GitOptions = {},
): Promise<Buffer> => {
  try {
    return Buffer.from(await runGit(folder, [...AS_WRITER, ...args], { env: { ...BELIEVING, ...env }, ...options }));
  } catch (cause) {
    if (!(cause instanceof WorkspaceError)) throw cause;
    const refusal = cause.refusal ?? { said: cause.message, advice: 'Fix the repository', hints: '', isKilled: false };
    throw new ProofError(
      `Cannot commit in ${folder}: \`git ${args[0]}\` ${wordRefusal(refusal, 'run dualgate resume')}`,
      { cause },
    );
  }
};

/** The answer of a command in one line. @throws {ProofError} as `git` */
export const askGit = async (
  repository: Pick<Repository, 'folder'>,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string> => (await git(repository, args, options)).toString('utf8').trim();

/** An index of our own is one plain file, and a commit has the bytes exactly. */
const AS_WRITER = [
  'core.splitIndex=false',
  'index.sparse=false',
  'core.safecrlf=false',
  'i18n.commitEncoding=UTF-8',
].flatMap((setting) => ['-c', setting]);

/** A file of grafts that is there, even an empty one, has git print a hint about it before its own words. */
export const BELIEVING = { GIT_NO_REPLACE_OBJECTS: '1', GIT_GRAFT_FILE: '/dev/null/none' } as const;
