/**
 * Dependencies are in no commit, and may be many and large: a checkout uses those of the workspace, by links, and never
 * so that code of the workspace would run in place of the checkout's.
 *
 * @module
 */
import { lstat, mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readText } from '../files/open-plain.ts';
import { isFolder, namesIn } from '../files/folders.ts';
import { isWithin } from '../processes/is-within.ts';
import { isCache } from './caches.ts';
import type { Lent } from './checkout.ts';

export interface Home {
  /** Absolute, without links: sources in it are those of the checkout. */
  readonly own: string;
  readonly pathIn: (path: string) => string;
}

/**
 * A `node_modules` of the checkout: links to the packages. A package that is a link to code of the workspace itself (npm,
 * pnpm and yarn workspaces) links to the code of the checkout.
 */
export const linkPackages = async (from: string, to: string, home: Home): Promise<void> => {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // A scope is a folder of packages, and a program may be one of the checkout.
    const isOfMany = entry.isDirectory() && (entry.name.startsWith('@') || entry.name === '.bin');
    if (isOfMany) await linkPackages(source, target, home);
    // Results of the past are not lent, and not written there either.
    else if (!isCache(entry.name) && !entry.name.startsWith('.vite')) await symlink(await leadTo(source, home), target);
  }
};

const leadTo = async (source: string, { own, pathIn }: Home): Promise<string> => {
  const real = await realpath(source).catch(() => source);
  const isOwn = isWithin(own, real) && !real.slice(own.length).includes('/node_modules/');
  return isOwn ? pathIn(real) : real;
};

const PYTHON_FOLDERS: readonly string[] = ['.venv', 'venv'];

/**
 * Links every `node_modules` beside a package.json of the checkout, and a `.venv` or `venv` at its root.
 *
 * @param root - absolute, without links in it: of the repository in which dependencies are installed
 * @param to - absolute: of the checkout, which has the files of a commit
 * @param files - of the commit, relative to the root
 */
export const lendDependencies = async (
  root: string,
  to: string,
  files: readonly string[],
  home: Home,
): Promise<Lent> => {
  const lent: string[] = [];
  const refused: string[] = [];
  const homes = new Set(files.filter((path) => /(?:^|\/)package\.json$/.test(path)).map((path) => dirname(path)));
  for (const place of [...homes].map((each) => join(each, 'node_modules'))) {
    if (!(await mayLend(join(root, place), join(to, place)))) continue;
    await linkPackages(join(root, place), join(to, place), home);
    lent.push(place);
  }
  for (const place of PYTHON_FOLDERS) {
    if (!(await mayLend(join(root, place), join(to, place)))) continue;
    if (await pointsInto(join(root, place), root)) {
      refused.push(`${place}: the project itself is installed in it, from the workspace (an editable install)`);
      continue;
    }
    await symlink(join(root, place), join(to, place));
    lent.push(place);
  }
  return { lent, refused };
};

/** A commit that has such a folder uses its own. */
const mayLend = async (from: string, to: string): Promise<boolean> =>
  isFolder(from) && (await lstat(to).catch(() => null)) === null;

/** Whether a Python environment finds code in the workspace: through a `.pth` file, or a link. */
const pointsInto = async (environment: string, workspace: string): Promise<boolean> => {
  for (const library of namesIn(join(environment, 'lib'))) {
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
