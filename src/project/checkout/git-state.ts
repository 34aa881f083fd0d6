/**
 * The git state of a copy: a `.git` of its own with the HEAD, the index, the refs and the settings of the original, so
 * that a suite that asks git gets the same answers. It reads the original's objects and writes its own: no commit, ref
 * or hook of the copy reaches the original, and no password of it is in the copy.
 */
import { chmod, lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { namesIn } from '../../base/files/folders.ts';
import { disarmFilters } from '../sources/disarm.ts';
import { askRepository, askSettings, type Setting, toUtf8 } from '../sources/git-answers.ts';
import { readGit, runGit, runGitTo } from '../sources/git.ts';
import { WorkspaceError } from '../sources/workspace-error.ts';
import { type Budget, copyTree } from './copy-files.ts';

interface Repository {
  /** Absolute: the folder with `.git`, and the workspace in it. */
  readonly root: string;
  readonly workspace: string;
  /** Absolute: the counterparts. */
  readonly toRoot: string;
  readonly toGit: string;
  readonly pathIn: (path: string) => string;
  /** Whether other files are written over those of the workspace. */
  readonly isRewritten: boolean;
}

/** Not of this state: objects, which are read where they are; other work trees and repositories; what is true of one place. */
const LEFT_OUT =
  /^(?:objects|worktrees|modules|lfs|annex|config|config\.worktree|commondir|gitdir|locked|gc\.pid|fsmonitor--daemon.*)$/;
const BUDGET = { files: 20_000, bytes: 256_000_000 } as const;

/** The place of git's folder for the copy; `null` for an original that has none. */
export const findGit = async (root: string, toRoot: string): Promise<string | null> => {
  const found = await lstat(join(root, '.git')).catch(() => null);
  // A work tree beside a repository has a file there, which names the folder.
  return found === null ? null : found.isDirectory() ? join(toRoot, '.git') : `${toRoot}.git`;
};

/** `fill` brings the sources. A repository that is too large or not readable by git is left out: the suite says what it needs. */
export const withGit = async <T>(repository: Repository | null, fill: () => Promise<T>): Promise<T> => {
  if (repository === null) return fill();
  const settings = await orNull(() => bringGit(repository));
  const filled = await fill();
  const isSettled = settings !== null && (await orNull(() => settleIndex(repository, settings))) !== null;
  if (!isSettled) await dropGit(repository);
  return filled;
};

const orNull = <T>(act: () => Promise<T>): Promise<T | null> =>
  act().catch((error: unknown) => {
    if (error instanceof WorkspaceError) return null;
    throw error;
  });

const dropGit = async ({ toGit, toRoot }: Repository): Promise<void> => {
  for (const path of [toGit, join(toRoot, '.git')]) await rm(path, { recursive: true, force: true });
};

/** @returns the settings of the original; `null` if there is too much of it */
const bringGit = async ({ root, toRoot, toGit, pathIn }: Repository): Promise<readonly Setting[] | null> => {
  const [asked, settings] = await Promise.all([askRepository(root), askSettings(root)]);
  const [own, common] = [toUtf8(asked.gitDir), toUtf8(asked.commonDir)];
  await mkdir(join(toGit, 'objects', 'info'), { recursive: true });
  const left: Budget = { ...BUDGET };
  for (const from of new Set([common, own])) {
    const skips = (path: string): boolean =>
      /\.(?:lock|sample)$/.test(path) || (dirname(path) === from && LEFT_OUT.test(relative(from, path)));
    if (!(await copyTree(from, toGit, { left, pathIn, skips }))) return null;
  }
  // Their names and texts are there, and none of them runs.
  for (const name of namesIn(join(toGit, 'hooks'))) await chmod(join(toGit, 'hooks', name), 0o644).catch(() => {});
  await writeFile(join(toGit, 'objects', 'info', 'alternates'), `${join(common, 'objects')}\n`);
  await writeFile(join(toGit, 'config'), settingsOfCopy(settings), 'latin1');
  if (toGit !== join(toRoot, '.git')) await writeFile(join(toRoot, '.git'), `gitdir: ${toGit}\n`);
  return settings;
};

/** Places of this repository, programs that git would start for it, and ways to a remote. */
const DROPPED =
  /^(?:core\.(?:worktree|bare|hookspath|fsmonitor|untrackedcache|splitindex|sshcommand|askpass|gitproxy)|extensions\.worktreeconfig|(?:credential|http|https|include|includeif|imap|sendemail)\..*|.*\.(?:token|password|pass|proxy))$/i;
/** `https://name:password@host` */
const PASSWORD = /\b((?:https?|ftps?):\/\/)[^/@\s]*@/gi;

/** Of two files, size and second tell whether they are one: the copies have places, owners and finer times of their own. */
const ON_TIMES: readonly Setting[] = [
  { scope: 'local', key: 'core.checkstat', value: 'minimal' },
  { scope: 'local', key: 'core.trustctime', value: 'false' },
];

/** The config, flat: with what it includes. */
const settingsOfCopy = (settings: readonly Setting[]): string =>
  [...settings, ...ON_TIMES]
    .map(({ scope, key, value }) => {
      const [, section = '', sub, name = ''] = /^([^.\n]+)(?:\.([^\n]*))?\.([^.\n]+)$/.exec(key) ?? [];
      if ((scope !== 'local' && scope !== 'worktree') || DROPPED.test(key)) return '';
      const text = value === null ? '' : ` = "${quoteValue(value.replaceAll(PASSWORD, '$1'))}"`;
      return `[${section}${sub === undefined ? '' : ` "${quote(sub.replaceAll(PASSWORD, '$1'))}"`}]\n\t${name}${text}\n`;
    })
    .join('');

const quote = (text: string): string => text.replaceAll(/["\\]/g, String.raw`\$&`);

const quoteValue = (value: string): string =>
  quote(value).replaceAll('\n', String.raw`\n`).replaceAll('\t', String.raw`\t`);

/**
 * After all files are there. The index knows those of the workspace by their times, which are kept; what was written
 * in their place, git compares. Around a workspace below the root the files are linked, and count as unchanged.
 */
const settleIndex = async (
  { root, workspace, toRoot, toGit, isRewritten }: Repository,
  settings: readonly Setting[],
): Promise<void> => {
  if ((await lstat(join(toGit, 'index')).catch(() => null)) === null) return;
  if (root !== workspace) await leaveAround(relative(root, workspace), toRoot, toGit);
  // A filter of the repository would be a program that runs outside of the sandbox.
  const env = disarmFilters(settings);
  if (isRewritten) await runGitTo(toRoot, ['update-index', '-q', '--refresh'], { answers: [1], env });
};

const leaveAround = async (own: string, toRoot: string, toGit: string): Promise<void> => {
  const names = (await readGit(toRoot, ['ls-files', '-z'], { encoding: 'latin1' })).split('\0');
  const [prefix, around] = [Buffer.from(`${own}/`).toString('latin1'), new Set<string>()];
  const outside = names.filter((name) => name !== '' && !name.startsWith(prefix));
  await runGit(toRoot, ['update-index', '-z', '--skip-worktree', '--stdin'], {
    input: Buffer.from(outside.map((name) => `${name}\0`).join(''), 'latin1'),
  });
  for (let at = dirname(own); ; at = dirname(at)) {
    for (const name of namesIn(join(toRoot, at)))
      if (!`${own}/`.startsWith(`${join(at, name)}/`)) around.add(join('/', at, name));
    if (at === '.') break;
  }
  await mkdir(join(toGit, 'info'), { recursive: true });
  const lines = [...around].map((each) => `${each.replaceAll(/[\\*?[\] ]/g, String.raw`\$&`)}\n`);
  await writeFile(join(toGit, 'info', 'exclude'), `\n${lines.join('')}`, { flag: 'a' });
};
