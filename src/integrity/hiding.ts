/**
 * The new ignore files of a run that hide something. One that hides no existing file, or only files that the frozen
 * rules hide anyway, removes no source: a new package may bring its own. Checked in each iteration.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { basename, dirname } from 'node:path/posix';
import { runGit } from '../sources/git.ts';

/** A larger file is not read, and counts as hiding something. */
const MAX_ENTRIES = 500;

/** @param ignoreFiles below the workspace, relative to it; that of the workspace itself is frozen */
export const findHiding = async (workspace: string, ignoreFiles: readonly string[]): Promise<readonly string[]> => {
  const looks = ignoreFiles.map(async (path) => ((await hides(workspace, path)) ? [path] : []));
  return (await Promise.all(looks)).flat();
};

const hides = async (workspace: string, path: string): Promise<boolean> => {
  const folder = dirname(path);
  // Git reads no other spelling everywhere; and the outer repository does not know what an inner one ignores.
  if (basename(path) !== '.gitignore' || folder === '.' || (await isInNested(workspace, folder))) return true;
  try {
    const hidden = await ask(
      workspace,
      '\0',
      'ls-files',
      '-z',
      '--others',
      '--ignored',
      '--exclude-standard',
      '--directory',
      '--',
      `:(literal)${folder}`,
    );
    if (hidden.length === 0) return false;
    // A name with a newline in it would be read as two.
    if (
      hidden.length > MAX_ENTRIES ||
      hidden.some((name) => name.includes('\n')) ||
      !hidden.every((name) => name.startsWith(`${folder}/`) && name !== `${folder}/`)
    )
      return true;
    // For a random name beside the folder, only the rules from above apply.
    const elsewhere = `${folder}~${randomUUID()}`;
    const samples = hidden.map((name) => `${elsewhere}${name.slice(folder.length)}${name.endsWith('/') ? 'x' : ''}`);
    // Git quotes odd names; such a name counts as hidden.
    const ignored = new Set(
      await ask(workspace, '\n', '-c', 'core.quotePath=false', 'check-ignore', '--no-index', '--', ...samples),
    );
    return !samples.every((sample) => ignored.has(sample));
  } catch {
    // `check-ignore` also fails when nothing is ignored.
    return true;
  }
};

const isInNested = async (workspace: string, folder: string): Promise<boolean> => {
  if (folder === '.') return false;
  const isRepository = await lstat(join(workspace, folder, '.git')).then(
    () => true,
    () => false,
  );
  return isRepository || isInNested(workspace, dirname(folder));
};

/** @param end the separator after each name */
const ask = async (workspace: string, end: string, ...args: readonly string[]): Promise<readonly string[]> =>
  Buffer.from(await runGit(workspace, args))
    .toString('utf8')
    .split(end)
    .filter((name) => name !== '');
