/**
 * The repository of the commits, and git as a writer: it runs no hook, filter or signing program that the repository
 * names, and accepts no replaced or grafted object. The agent may write there.
 */
import { relative } from 'node:path';
import { createHash } from 'node:crypto';
import { type GitOptions, readGit, runGit, runGitTo } from '../project/sources/git.ts';
import { WorkspaceError, wordRefusal } from '../project/sources/workspace-error.ts';
import { asVariables, replaceSettings } from '../project/sources/disarm.ts';
import { oneLine, ProofError } from './commit-trailers.ts';

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

const askAll = async (folder: string): Promise<readonly string[]> => {
  const ask = (args: readonly string[]): Promise<string> =>
    readGit(folder, ['rev-parse', ...args], { encoding: 'latin1' });
  const lines = (await ask(QUESTIONS.flat())).split('\n');
  return lines.length === QUESTIONS.length ? lines : Promise.all(QUESTIONS.map(ask));
};

/** The folder of git, relative to the workspace: a complete checkout may be moved, but not replaced. */
export const nameGitDir = ({ folder, gitDir }: Repository): string => relative(folder, gitDir).replaceAll('\\', '/');

/** Runs a git command that may write; its stdout as bytes. @throws {ProofError} when git refuses, in its words */
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

// The files of a merge of two commits, by git's own merge, without a checkout. No merge driver that a repository names is
// started: it would be a program of the agent's. Its files are a conflict instead.

type MergedTree =
  | { readonly is: 'tree'; readonly tree: string }
  /** Paths from the root of the repository, sorted. */
  | { readonly is: 'conflict'; readonly files: readonly string[] };

/** @throws {ProofError} when git refuses, or cannot merge without a checkout */
export const mergeTrees = async (
  repository: Pick<Repository, 'folder'>,
  onto: string,
  commit: string,
): Promise<MergedTree> => {
  const { folder } = repository;
  try {
    const drivers = await replaceSettings(folder, /^merge\..*\.driver$/s, 'false');
    const env = { ...BELIEVING, ...asVariables([...ALWAYS, ...drivers]) };
    const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', onto, commit];
    const { stdout, status } = await runGitTo(folder, args, { env, answers: [1] });
    const [tree = '', ...files] = Buffer.from(stdout).toString('utf8').split('\0');
    if (status === 0) return { is: 'tree', tree };
    return { is: 'conflict', files: [...new Set(files.filter((file) => file !== ''))].sort() };
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.refusal === null) throw error;
    throw new ProofError(
      `Cannot merge ${commit.slice(0, 12)} in ${folder}: \`git merge-tree\` failed (got: ${error.refusal.said.split('\n')[0] ?? ''}). Merging back needs git 2.38 or newer; update git, or fix the repository.`,
      { cause: error },
    );
  }
};

/** The same merge for everyone, whatever the user's config says; and no filter runs. */
const ALWAYS: readonly (readonly [string, string])[] = [
  ['merge.renormalize', 'false'],
  ['merge.renames', 'true'],
  ['merge.directoryRenames', 'conflict'],
  ['merge.default', 'text'],
];

/** They bind a merge commit of a task list to list, task, run and measuring record. Only this file writes and reads them. */
export interface MergeTrailers {
  readonly spec: string;
  readonly list: string;
  readonly run: string;
  /** The record of the list's ledger that measured the merged files. */
  readonly record: { readonly seq: number; readonly hash: string };
}

interface MergeToDescribe extends MergeTrailers {
  readonly branch: string;
  readonly into: string;
}

/** Trailers of their own: a commit with `Dualgate-` trailers belongs to a run, and this one does not. */
export const writeMergeMessage = ({ spec, list, run, branch, into, record }: MergeToDescribe): string =>
  [
    `MERGE: ${oneLine(spec)}`,
    '',
    `Merges ${oneLine(branch)} into ${oneLine(into)}. On these files the suite passed twice in a row, before ${oneLine(into)} moved.`,
    '',
    `Task: ${oneLine(spec)}`,
    `Task-List: ${list}`,
    `Task-Run: ${run}`,
    `Task-Record: ${record.seq} ${record.hash}`,
    '',
  ].join('\n');

/** `null` when it is not the message of such a merge. */
export const readMergeTrailers = (message: string): MergeTrailers | null => {
  const last = message.replaceAll('\r\n', '\n').trimEnd().split(/\n\n+/).at(-1) ?? '';
  const found =
    /^Task: (?<spec>\S.*)\nTask-List: (?<list>list-[A-Za-z0-9-]+)\nTask-Run: (?<run>[A-Za-z0-9][A-Za-z0-9._-]{0,127})\nTask-Record: (?<seq>0|[1-9]\d{0,14}) (?<hash>[0-9a-f]{64})$/.exec(
      last,
    )?.groups;
  if (found === undefined) return null;
  const { spec = '', list = '', run = '', seq = '', hash = '' } = found;
  return { spec, list, run, record: { seq: Number(seq), hash } };
};

export const hashBlob = (format: 'sha1' | 'sha256', content: Buffer): string =>
  createHash(format).update(`blob ${content.length}\0`).update(content).digest('hex');

/** The most at a time, so that every answer is bounded. */
const MANY = 500;

/** Yields each object with its content, in order. @throws {ProofError} when one is missing, or does not match its id */
export async function* readBlobs(
  repository: Repository,
  objects: readonly string[],
): AsyncGenerator<readonly [string, Buffer], void> {
  for (let at = 0; at < objects.length; at += MANY) {
    const some = objects.slice(at, at + MANY);
    const input = some.map((object) => `${object}\n`).join('');
    const answer = await git(repository, ['cat-file', '--batch', '--buffer'], { input });
    let from = 0;
    for (const object of some) {
      const end = answer.indexOf('\n', from);
      const [name, type, size] = answer.subarray(from, end).toString('ascii').split(' ');
      if (type === 'missing') throw missing(repository, object);
      const content = answer.subarray(end + 1, end + 1 + Number(size));
      if (name !== object || hashBlob(repository.format, content) !== object) throw spoilt(repository, object);
      yield [object, content];
      from = end + 2 + Number(size);
    }
  }
}

const missing = ({ folder }: Repository, object: string): ProofError =>
  new ProofError(
    `Cannot use the repository of ${folder}: it does not have the object ${object}. Fetch the whole history: git fetch --unshallow, or a clone without --filter.`,
  );

const spoilt = ({ folder }: Repository, object: string): ProofError =>
  new ProofError(
    `Cannot use the repository of ${folder}: the content of the object ${object} does not match its name. Run git fsck to find other damage.`,
  );
