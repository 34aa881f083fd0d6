/**
 * The names of the sources: the files that git tracks or would track (rule 2.4). Names are bytes, so that a name that
 * is not UTF-8 hides nothing. The content behind a name is not read here.
 *
 * @module
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from './git.ts';
import { isIgnoreFile, isToolCache } from './ignore-files.ts';
import { WorkspaceError } from './workspace-error.ts';
import { makeTemporaryFolder } from '../temporary/temporary-folder.ts';

/**
 * Lists the sources of a folder of a repository, relative to that folder: every name in the index, whatever its flags
 * and whether ignored or not, and every name that is neither in the index nor ignored; of the ignored ones, those of
 * ignore files, which could hide themselves. A nested repository or a submodule is one name, that of its folder.
 *
 * @throws {WorkspaceError} when there is no git or no repository
 */
export const listSources = async (folder: string): Promise<readonly Buffer[]> => {
  const [names, ignoring] = await Promise.all([
    runGit(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']),
    listHiddenIgnoreFiles(folder),
  ]);
  return [...readNames(names), ...ignoring];
};

/** Folders that are ignored as a whole by a rule from above are not looked into: no ignore file in them has a say. */
const listHiddenIgnoreFiles = async (folder: string, place: readonly string[] = []): Promise<readonly Buffer[]> => {
  const ignored = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const names = readNames(await runGit(folder, [...place, ...ignored, '--', ':(glob,icase)**/.gitignore']));
  return names.filter((name) => isIgnoreFile(name.toString()) && !isToolCache(name.toString()));
};

/**
 * Lists the files of nested repositories of `root` as if they were plain folders, relative to each. Their own index, config and
 * `.git/info/exclude` are not asked: an agent could make a repository around its files to hide them.
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
      const names = readNames(await runGit(root, [...place, 'ls-files', '-z', '--others', '--exclude-standard']));
      found.push([...names, ...(await listHiddenIgnoreFiles(root, place))]);
    }
    return found;
  } finally {
    await rm(empty, { recursive: true, force: true });
  }
};

/**
 * The commit at HEAD, or `null` in a repository without commits.
 *
 * @throws {WorkspaceError} when the repository takes another folder for its work tree: it would list that one instead
 */
export const readHead = async (folder: string): Promise<string | null> => {
  const args = ['rev-parse', '--is-inside-work-tree', '--revs-only', 'HEAD^{commit}'];
  const [isInside, head] = Buffer.from(await runGit(folder, args))
    .toString('ascii')
    .split('\n');
  if (isInside === 'true') return head === undefined || head === '' ? null : head;
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

const SLASH = 0x2f;
