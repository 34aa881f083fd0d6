/**
 * Dependencies are in no commit. Without a `setup` command a checkout uses those of the workspace, by links, and
 * never so that code of the workspace would run in place of the checkout's.
 *
 * @module
 */
import { lstat, mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isCache } from '../../mutation-check/scratch-copy.ts';
import { isWithin } from '../../processes/is-within.ts';
import { readText } from '../../files/open-plain.ts';
import { isFolder, namesIn } from '../../files/folders.ts';

/** The linked dependencies, and those that could not be linked, each as a path relative to the workspace. */
export interface Lent {
  readonly lent: readonly string[];
  /** With the reason. */
  readonly refused: readonly string[];
}

const PYTHON_FOLDERS: readonly string[] = ['.venv', 'venv'];

/**
 * Links every `node_modules` beside a package.json of the checkout, and a `.venv` or `venv` beside it.
 *
 * @param workspace absolute, without links in it: where dependencies are installed
 * @param checkout absolute: already has the `files` of a commit
 * @param files of the checkout, relative to it
 */
export const lendDependencies = async (
  workspace: string,
  checkout: string,
  files: readonly string[],
): Promise<Lent> => {
  const lent: string[] = [];
  const refused: string[] = [];
  const homes = [...new Set(files.filter((path) => /(?:^|\/)package\.json$/.test(path)).map((path) => dirname(path)))];
  for (const home of homes) {
    const place = join(home, 'node_modules');
    if (!isFolder(join(workspace, place)) || (await isThere(join(checkout, place)))) continue;
    await lendPackages(join(workspace, place), join(checkout, place), { workspace, checkout });
    lent.push(place);
  }
  for (const place of PYTHON_FOLDERS) {
    if (!isFolder(join(workspace, place)) || (await isThere(join(checkout, place)))) continue;
    if (await pointsInto(join(workspace, place), workspace)) {
      refused.push(`${place}: the project itself is installed in it, from the workspace (an editable install)`);
      continue;
    }
    await symlink(join(workspace, place), join(checkout, place));
    lent.push(place);
  }
  return { lent, refused };
};

interface Places {
  readonly workspace: string;
  readonly checkout: string;
}

/** A package that is a link to sources of the workspace (of a monorepo) links to the same sources of the checkout. */
const lendPackages = async (from: string, to: string, places: Places): Promise<void> => {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    // Results of the past are not lent, and not written there either.
    if (isCache(entry.name) || entry.name.startsWith('.vite')) continue;
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory() && (entry.name.startsWith('@') || entry.name === '.bin')) {
      await lendPackages(source, target, places);
      continue;
    }
    const real = await realpath(source).catch(() => null);
    if (real !== null) await symlink(ownCopy(real, places) ?? real, target);
  }
};

/** The counterpart in the checkout of the workspace's `real`; `null` for anything but a source of the workspace. */
const ownCopy = (real: string, { workspace, checkout }: Places): string | null => {
  if (!isWithin(workspace, real)) return null;
  const path = relative(workspace, real);
  return path.split('/').includes('node_modules') ? null : join(checkout, path);
};

/** Whether a Python environment finds code in the workspace: through a `.pth` file, or a link. */
const pointsInto = async (environment: string, workspace: string): Promise<boolean> => {
  const libraries = namesIn(join(environment, 'lib'));
  for (const library of libraries) {
    const packages = join(environment, 'lib', library, 'site-packages');
    for (const name of namesIn(packages)) {
      const place = join(packages, name);
      const said = await readlink(place).catch(() =>
        /\.(?:pth|egg-link)$|^__editable__/.test(name) ? (readText(place) ?? '') : '',
      );
      if (said.includes(workspace)) return true;
    }
  }
  return false;
};

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
