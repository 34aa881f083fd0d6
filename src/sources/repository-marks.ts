/**
 * The facts behind git's answers about a repository, read from its files: where the repository is, its config, HEAD and
 * the commit behind it. Contents, no times: equal marks are the same repository in the same state.
 *
 * @module
 */
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readBytes } from '../files/open-plain.ts';

/** One text for everything; `null` where only git can tell: no commit, no repository, or a form that is not plain. */
export const readMarks = (folder: string): string | null => {
  try {
    return read(realpathSync(folder));
  } catch {
    return null;
  }
};

/** The text of a file; `null` if it cannot be read, whatever the reason is. */
export const readMark = (path: string): string | null => readBytes(path)?.toString('latin1') ?? null;

const read = (folder: string): string | null => {
  const gitDir = findGitDir(folder);
  if (gitDir === null) return null;
  const common = resolve(gitDir, readMark(join(gitDir, 'commondir'))?.trim() ?? '.');
  const head = readMark(join(gitDir, 'HEAD'));
  const commit = head === null ? null : readCommit(head.trim(), gitDir, common);
  if (commit === null) return null;
  const configs = [join(common, 'config'), join(gitDir, 'config.worktree')].map(readMark);
  // A ref is in another file there.
  if (configs.some((text) => text !== null && /refstorage/i.test(text))) return null;
  return JSON.stringify([folder, gitDir, common, head, commit, ...configs]);
};

/** As git looks for it, upwards. A folder on the way may be a repository by itself, without `.git`. */
const findGitDir = (folder: string): string | null => {
  const place = join(folder, '.git');
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return place;
  if (found?.isFile() === true) {
    const [, path] = /^gitdir: (.+?)\s*$/s.exec(readMark(place) ?? '') ?? [];
    return path === undefined ? null : resolve(folder, path);
  }
  const isPlain = found === undefined && lstatSync(join(folder, 'HEAD'), { throwIfNoEntry: false }) === undefined;
  return isPlain && dirname(folder) !== folder ? findGitDir(dirname(folder)) : null;
};

const OBJECT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const BRANCH = /^ref: (refs\/heads\/[^\0\n]+)$/;

const readCommit = (head: string, gitDir: string, common: string): string | null => {
  if (OBJECT.test(head)) return head;
  const [, ref] = BRANCH.exec(head) ?? [];
  if (ref === undefined || ref.includes('..')) return null;
  const loose = readMark(join(common, ref))?.trim();
  if (loose !== undefined) return OBJECT.test(loose) ? loose : null;
  const packed = readMark(join(common, 'packed-refs')) ?? '';
  const line = packed.split('\n').find((each) => each.endsWith(` ${ref}`)) ?? '';
  const [commit = ''] = line.split(' ');
  return OBJECT.test(commit) ? commit : null;
};
