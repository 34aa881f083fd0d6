/**
 * Dependencies are in no commit, and may be many and large: a checkout uses those of the workspace, by links, and
 * never so that code of the workspace would run in place of the checkout's.
 */
import { lstat, mkdir, readdir, readlink, realpath, symlink, rm } from 'node:fs/promises';
import { dirname, join, basename, resolve } from 'node:path';
import { readText } from '../../base/files/open-plain.ts';
import { isFolder, namesIn, isWithin } from '../../base/files/folders.ts';
import { isCache, type Lent, isResultCache, type Inside } from './checkout.ts';
import { copyTree } from './copy-files.ts';

interface Home {
  /** Absolute, without links: sources in it are those of the checkout. */
  readonly own: string;
  readonly pathIn: (path: string) => string;
}

/**
 * A `node_modules` of the checkout: links to the packages. A package that is a link to code of the workspace itself
 * (npm, pnpm and yarn workspaces) links to the code of the checkout.
 */
const linkPackages = async (from: string, to: string, home: Home): Promise<void> => {
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
 * @param root - absolute, without links in it: of the repository in which dependencies are installed
 * @param to - absolute: of the checkout, which has the files of a commit @param files - of the commit, relative to the root
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

// Files that a suite needs beside the sources: those that git ignores, and files around a workspace that lies below the root of
// its repository. No link leads back into the workspace's code.

/** Files that git ignores are not measured: a large build folder is not copied. */
const BUDGET = { files: 20_000, bytes: 256_000_000 } as const;

/** @param names - as `listIgnored` has them @returns sentences about what is missing in the copy */
export const bringIgnored = async (
  workspace: string,
  names: readonly string[],
  { folder, pathIn }: Pick<Inside, 'folder' | 'pathIn'>,
): Promise<readonly string[]> => {
  const left = { ...BUDGET };
  const missing: string[] = [];
  for (const name of names) {
    const [from, to] = [join(workspace, name), join(folder, name)];
    if (isCache(name)) continue;
    await mkdir(dirname(to), { recursive: true });
    const inside = namesIn(from);
    if (basename(name) === 'node_modules') await linkPackages(from, to, { own: workspace, pathIn });
    else if (inside.includes('pyvenv.cfg')) await symlink(from, to);
    // With this mark a tool says that it can make all of it again.
    else if (inside.includes('CACHEDIR.TAG')) continue;
    else if (!(await copyTree(from, to, { left, pathIn, skips: isResultCache }))) {
      missing.push(`${name} is too large to copy`);
      await rm(to, { recursive: true, force: true });
    }
  }
  return missing;
};

/** Files that a suite finds in parent folders. */
export const linkSurroundings = async (
  { workspace, root }: { readonly workspace: string; readonly root: string },
  { folder, pathIn }: Pick<Inside, 'folder' | 'pathIn'>,
): Promise<void> => {
  for (let [at, of] = [workspace, folder]; at !== root && isWithin(root, at); ) {
    const own = basename(at);
    [at, of] = [dirname(at), dirname(of)];
    for (const name of await readdir(at)) {
      if (name === own || name === '.git' || isCache(name)) continue;
      if (name === 'node_modules') await linkPackages(join(at, name), join(of, name), { own: workspace, pathIn });
      else await symlink(resolve(at, name), join(of, name));
    }
  }
};
