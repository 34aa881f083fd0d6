/**
 * Files that a suite needs beside the sources: those that git ignores, and files around a workspace that lies below the root of
 * its repository. No link leads back into the workspace's code.
 *
 * @module
 */
import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isWithin } from '../processes/is-within.ts';
import { namesIn } from '../files/folders.ts';
import { isCache, isResultCache } from './caches.ts';
import type { Inside } from './checkout.ts';
import { copyTree } from './copy-files.ts';
import { linkPackages } from './lend-packages.ts';

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
