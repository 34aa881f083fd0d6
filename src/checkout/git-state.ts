/**
 * The git state of a copy: a `.git` of its own with the HEAD, the index, the refs and the settings of the original, so that
 * a suite that asks git gets the same answers. It reads the original's objects and writes its own: no commit, ref or hook of
 * the copy reaches the original, and no password of it is in the copy.
 *
 * @module
 */
import { chmod, lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { namesIn } from '../files/folders.ts';
import { asVariables, replaceSettings } from '../sources/disarm.ts';
import { askRepository, toUtf8 } from '../sources/git-answers.ts';
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

/**
 * To be called with the sources that come after it. One that git cannot read, or that is too large, is left out: the
 * suite says what it needs.
 */
export const withGit = async <T>(repository: Repository | null, fill: () => Promise<T>): Promise<T> => {
  const isThere = repository !== null && (await orNot(() => bringGit(repository)));
  const filled = await fill();
  const isSettled = isThere && (await orNot(() => settleIndex(repository)));
  if (repository !== null && !isSettled) await dropGit(repository);
  return filled;
};

const orNot = (act: () => Promise<boolean>): Promise<boolean> =>
  act().catch((error: unknown) => {
    if (error instanceof WorkspaceError) return false;
    throw error;
  });

const dropGit = async ({ toGit, toRoot }: Repository): Promise<void> => {
  for (const path of [toGit, join(toRoot, '.git')]) await rm(path, { recursive: true, force: true });
};

const bringGit = async ({ root, toRoot, toGit, pathIn }: Repository): Promise<boolean> => {
  const asked = await askRepository(root);
  const [own, common] = [toUtf8(asked.gitDir), toUtf8(asked.commonDir)];
  await mkdir(join(toGit, 'objects', 'info'), { recursive: true });
  const left: Budget = { ...BUDGET };
  for (const from of new Set([common, own])) {
    const skips = (path: string): boolean =>
      /\.(?:lock|sample)$/.test(path) || (dirname(path) === from && LEFT_OUT.test(relative(from, path)));
    if (!(await copyTree(from, toGit, { left, pathIn, skips }))) return false;
  }
  // Their names and texts are there, and none of them runs.
  for (const name of namesIn(join(toGit, 'hooks'))) await chmod(join(toGit, 'hooks', name), 0o644).catch(() => {});
  await writeFile(join(toGit, 'objects', 'info', 'alternates'), `${join(common, 'objects')}\n`);
  await writeFile(join(toGit, 'config'), await readSettings(root), 'latin1');
  if (toGit !== join(toRoot, '.git')) await writeFile(join(toRoot, '.git'), `gitdir: ${toGit}\n`);
  return true;
};

/** Places of this repository, programs that git would start for it, and ways to a remote. */
const DROPPED =
  /^(?:core\.(?:worktree|bare|hookspath|fsmonitor|untrackedcache|splitindex|sshcommand|askpass|gitproxy)|extensions\.worktreeconfig|(?:credential|http|https|include|includeif|imap|sendemail)\..*|.*\.(?:token|password|pass|proxy))$/i;
/** `https://name:password@host` */
const PASSWORD = /\b((?:https?|ftps?):\/\/)[^/@\s]*@/gi;

/** The config, flat: with what it includes. */
const readSettings = async (root: string): Promise<string> => {
  const listed = await readGit(root, ['config', '-z', '--show-scope', '--list'], { encoding: 'latin1' });
  const words = listed.split('\0');
  const lines: string[] = [];
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [scope, entry = ''] = [words[at], words[at + 1]];
    const [, section = '', sub, name = '', value] =
      /^([^.\n]+)(?:\.([^\n]*))?\.([^.\n]+)(?:\n([\s\S]*))?$/.exec(entry.replaceAll(PASSWORD, '$1')) ?? [];
    if ((scope !== 'local' && scope !== 'worktree') || DROPPED.test(entry.split('\n', 1)[0] ?? '')) continue;
    lines.push(`[${section}${sub === undefined ? '' : ` "${quote(sub)}"`}]\n\t${name}${wordValue(value)}\n`);
  }
  return lines.join('');
};

const quote = (text: string): string => text.replaceAll(/["\\]/g, String.raw`\$&`);

const wordValue = (value: string | undefined): string =>
  value === undefined ? '' : ` = "${quote(value).replaceAll('\n', String.raw`\n`).replaceAll('\t', String.raw`\t`)}"`;

/**
 * After all files are there: the index knows them by their times and places here. Around a workspace below the root the
 * files are linked, and count as unchanged.
 */
const settleIndex = async ({ root, workspace, toRoot, toGit }: Repository): Promise<boolean> => {
  if ((await lstat(join(toGit, 'index')).catch(() => null)) === null) return true;
  if (root !== workspace) await leaveAround(relative(root, workspace), toRoot, toGit);
  // A filter of the repository would be a program that runs outside of the sandbox.
  const env = asVariables([
    ...(await replaceSettings(toRoot, String.raw`^filter\..*\.(clean|smudge|process)$`, '')),
    ...(await replaceSettings(toRoot, String.raw`^filter\..*\.required$`, 'false')),
  ]);
  await runGitTo(toRoot, ['update-index', '-q', '--refresh'], { answers: [1], env });
  return true;
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
