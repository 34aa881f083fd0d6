/**
 * A `node_modules` of a copy: links to the packages of the workspace, which may be many and large. A package that is a
 * link to code of the workspace itself (npm, pnpm and yarn workspaces) leads to the code of the copy.
 *
 * @module
 */
import { mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithin } from '../processes/is-within.ts';

export interface PackageHome {
  /** Absolute. */
  readonly workspace: string;
  readonly pathIn: (path: string) => string;
}

/** What package managers keep there; anything else with a dot is a cache. */
const KEPT = /^\.(?:bin|pnpm|store|package-lock\.json|modules\.yaml|yarn-.*)$/;

export const linkPackages = async (from: string, to: string, home: PackageHome): Promise<void> => {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name.startsWith('.') && !KEPT.test(entry.name)) continue;
    // A scope is a folder of packages.
    if (entry.name.startsWith('@') && entry.isDirectory()) await linkPackages(source, target, home);
    else await symlink(await leadTo(source, home), target);
  }
};

const leadTo = async (source: string, { workspace, pathIn }: PackageHome): Promise<string> => {
  const real = await realpath(source).catch(() => source);
  return isOwnCode(real, workspace) ? pathIn(real) : real;
};

/** Whether a path in the workspace is code of its own, and no installed package. */
const isOwnCode = (path: string, workspace: string): boolean =>
  isWithin(workspace, path) && !path.slice(workspace.length).includes('/node_modules/');
