/**
 * The names of the sources: the files that git tracks or would track (rule 2.4). Names are bytes, so that a name that
 * is not UTF-8 hides nothing. The content behind a name is not read here.
 */
import { basename, dirname } from 'node:path/posix';
import { lstatSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askRunners } from '../../runners/runners.ts';
import { runGit } from './git.ts';
import { askRepository } from './git-answers.ts';
import { readText, WITHOUT_FOLLOWING } from '../../base/files/open-plain.ts';
import { WorkspaceError } from './workspace-error.ts';
import { makeTemporaryFolder } from '../../base/temporary-folder.ts';

// Files by which git decides what a source is: sources even where ignored. One that ignores itself would hide all beside it.

/** In any case, since a file system may ignore case. */
export const isIgnoreFile = (path: string): boolean => basename(path).toLowerCase() === '.gitignore';

/** Folders that a tool of everyday use makes for itself, with an ignore file in it that ignores all of it. */
const TOOL_CACHES = new Set([
  ...askRunners(({ caches }) => caches),
  ...'.ruff_cache .mypy_cache .hypothesis .tox .nox .venv venv'.split(' '),
  ...'.turbo .nx .wireit .vite .svelte-kit .angular .next .nuxt .gradle'.split(' '),
]);

/** Whether such a folder contains an ignore file: the files beside it are as hidden as in any ignored folder. */
export const isToolCache = (path: string): boolean => TOOL_CACHES.has(basename(dirname(path)));

/**
 * Lists the sources of a folder of a repository, relative to that folder: every name in the index, whatever its flags
 * and whether ignored or not, and every name that is neither in the index nor ignored; of the ignored ones, those of
 * ignore files, which could hide themselves. A nested repository or a submodule is one name, that of its folder.
 * @throws {WorkspaceError} when there is no git or no repository
 */
export const listSources = (folder: string): Promise<readonly Buffer[]> => list(folder, folder, ['--cached']);

/** Ignored folders are not looked into: no ignore file in them has a say. */
const SHOWN_THOUGH_IGNORED = `!${'.gitignore'.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)}`;
const LISTING = ['ls-files', '-t', '-z', '--others', '--exclude-standard', `--exclude=${SHOWN_THOUGH_IGNORED}`];

/** @param place - where git looks, before its command */
const list = async (
  from: string,
  folder: string,
  kinds: readonly string[],
  place: readonly string[] = [],
): Promise<readonly Buffer[]> => {
  const tagged = readNames(await runGit(from, [...place, ...LISTING, ...kinds]));
  const names: Buffer[] = [];
  const caches: Buffer[] = [];
  for (const each of tagged) {
    // `? name` is not in the index.
    const name = each.subarray(2);
    const isOfCache = each[0] === QUESTION_MARK && isIgnoreFile(name.toString()) && isToolCache(name.toString());
    (isOfCache ? caches : names).push(name);
  }
  const unclear = caches.filter((name) => !hidesItself(Buffer.concat([Buffer.from(`${folder}/`), name])));
  if (unclear.length === 0) return names;
  const visible = await runGit(from, [...place, 'ls-files', '-z', '--others', '--exclude-standard']);
  const known = new Set(readNames(visible).map((name) => name.toString('latin1')));
  return [...names, ...unclear.filter((name) => known.has(name.toString('latin1')))];
};

/** A tool writes one line into it: with that, git ignores everything in its folder. */
const hidesItself = (path: Buffer): boolean => {
  try {
    if (!lstatSync(path).isFile()) return false;
    const lines = (readText(path, WITHOUT_FOLLOWING) ?? '').split(/\r?\n/);
    return lines.includes('*') && !lines.some((line) => line.startsWith('!'));
  } catch {
    return false;
  }
};

/**
 * Lists the files of nested repositories of `root` as if they were plain folders, relative to each. Their own index,
 * config and `.git/info/exclude` are not asked: an agent could make a repository around its files to hide them.
 * Ignored is what their own `.gitignore` files say.
 */
export const listNested = async (root: string, folders: readonly string[]): Promise<readonly (readonly Buffer[])[]> => {
  if (folders.length === 0) return [];
  const empty = await makeTemporaryFolder('git');
  try {
    // The least that git takes for a repository; it stays empty.
    await Promise.all([mkdir(join(empty, 'objects')), mkdir(join(empty, 'refs'))]);
    await writeFile(join(empty, 'HEAD'), 'ref: refs/heads/none\n');
    const found: (readonly Buffer[])[] = [];
    for (const folder of folders) {
      const place = ['-C', folder, `--git-dir=${empty}`, `--work-tree=${folder}`];
      found.push(await list(root, folder, [], place));
    }
    return found;
  } finally {
    await rm(empty, { recursive: true, force: true });
  }
};

/**
 * The commit at HEAD, or `null` in a repository without commits.
 * @throws {WorkspaceError} when the repository takes another folder for its work tree: it would list that one instead
 */
export const readHead = async (folder: string): Promise<string | null> => {
  const { isInside, head } = await askRepository(folder);
  if (isInside) return head;
  throw new WorkspaceError(
    `Cannot read the workspace ${folder}: it is not in the work tree of its repository. Remove core.worktree and core.bare from the repository's config, or start dualgate in another folder.`,
    folder,
  );
};

const readNames = (stdout: Uint8Array): readonly Buffer[] => {
  const bytes = Buffer.from(stdout.buffer, stdout.byteOffset, stdout.byteLength);
  const names: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0, from);
    const to = end === -1 ? bytes.length : end;
    // Git marks a nested repository by a slash at the end.
    const name = bytes.subarray(from, bytes[to - 1] === SLASH ? to - 1 : to);
    if (name.length > 0) names.push(name);
    from = to + 1;
  }
  return names;
};

const [SLASH, QUESTION_MARK] = [0x2f, 0x3f];
