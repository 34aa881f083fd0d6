/**
 * A copy of a workspace for mutants: its sources, and the other files that its suite needs. It is outside of the
 * workspace, and no link leads back into the workspace's code.
 *
 * @module
 */
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, readlink, realpath, rm, stat, symlink, utimes } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { findLeftOut } from '../sources/walk-folder.ts';
import { WorkspaceError } from '../sources/workspace-error.ts';
import { isWithin } from '../processes/is-within.ts';
import { CACHING_TOOLS } from '../testing/replays/caching-tools.ts';
import { makeTemporaryFolder } from '../temporary/temporary-folder.ts';
import { readGit } from '../sources/git.ts';

export interface ScratchCopy {
  /** Absolute: the copy of the workspace. */
  readonly workspace: string;
  /** Absolute, within the copy: where a suite may report. */
  readonly reports: string;
  /** The path in the copy for a path in the workspace; any other path unchanged. */
  readonly pathIn: (path: string) => string;
  /** Files that a suite may miss, one sentence each. */
  readonly missing: readonly string[];
  readonly remove: () => Promise<void>;
}

interface ScratchQuestion {
  /** Absolute. */
  readonly workspace: string;
  /** Absolute: of the repository, around the workspace; other files there are linked. */
  readonly root: string;
  /** The sources, relative to the workspace. */
  readonly files: readonly string[];
}

/** Files that git ignores are not measured: a large build folder is not copied. */
const COPY_BUDGET: CopyBudget = { files: 20_000, bytes: 256_000_000 };

/**
 * Makes the copy; the caller has to remove it.
 *
 * @throws the file system's own error when there is no room for it
 */
export const makeScratchCopy = async ({ workspace, root, files }: ScratchQuestion): Promise<ScratchCopy> => {
  const base = await realpath(await makeTemporaryFolder('mutants'));
  const remove = (): Promise<void> => rm(base, { recursive: true, force: true, maxRetries: 3 });
  try {
    const copy = join(base, basename(root) || 'workspace', relative(root, workspace));
    const reports = join(base, 'reports');
    await mkdir(copy, { recursive: true });
    await mkdir(reports);
    const pathIn = (path: string): string => (isWithin(workspace, path) ? join(copy, relative(workspace, path)) : path);
    for (const path of files) await copySource(join(workspace, path), join(copy, path), pathIn);
    const missing = await bringIgnored(workspace, copy, pathIn);
    await linkSurroundings({ workspace, root, copy, pathIn });
    return { workspace: copy, reports, pathIn, missing, remove };
  } catch (error) {
    await remove();
    throw error;
  }
};

/** A name that is not UTF-8 cannot be written here; a suite that needs it is not green in the copy. */
const copySource = async (from: string, to: string, pathIn: (path: string) => string): Promise<void> => {
  await mkdir(dirname(to), { recursive: true });
  const target = await readlink(from).catch(() => null);
  if (target !== null) await symlink(isAbsolute(target) ? pathIn(target) : target, to);
  else await copyWithTimes(from, to).catch(() => {});
};

/** A build compares the times of its results and sources, and a test can look at them. */
export const copyWithTimes = async (from: string, to: string): Promise<void> => {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await copyTimes(from, to);
};

export const copyTimes = async (from: string, to: string): Promise<void> => {
  const { atime, mtime } = await stat(from);
  await utimes(to, atime, mtime);
};

const RESULT_CACHES = CACHING_TOOLS.flatMap(({ folders = [] }) => folders);

const isResultCache = (path: string): boolean => RESULT_CACHES.some((each) => `/${path}`.endsWith(`/${each}`));

/** Caches are made again: their facts about the workspace are not true of the copy. */
export const isCache = (path: string): boolean =>
  isResultCache(path) || /(?:^|\/)(?:\.dualgate|__pycache__|\.[\w-]*cache|\.(?:git|hg|svn|jj))$/.test(path);

/** Files that are no sources: ignored by git or, without git, omitted by a walk. */
export const listIgnored = async (workspace: string): Promise<readonly string[]> => {
  const question = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  try {
    return (await readGit(workspace, question)).split('\0');
  } catch (error) {
    if (error instanceof WorkspaceError && error.lacks !== null) return findLeftOut(workspace);
    throw error;
  }
};

const bringIgnored = async (
  workspace: string,
  copy: string,
  pathIn: (path: string) => string,
): Promise<readonly string[]> => {
  const names = await listIgnored(workspace);
  const left = { ...COPY_BUDGET };
  const missing: string[] = [];
  for (const name of names.filter((each) => each !== '').map((each) => each.replace(/\/$/, ''))) {
    const [from, to] = [join(workspace, name), join(copy, name)];
    if (isCache(name)) continue;
    await mkdir(dirname(to), { recursive: true });
    const inside: readonly string[] = await readdir(from).catch(() => []);
    if (basename(name) === 'node_modules') await linkPackages(from, to, { workspace, pathIn });
    else if (inside.includes('pyvenv.cfg')) await symlink(from, to);
    // With this mark a tool says that it can make all of it again.
    else if (inside.includes('CACHEDIR.TAG')) continue;
    else if (!(await copyTree(from, to, { left, pathIn, workspace }))) {
      missing.push(`${name} is too large to copy`);
      await rm(to, { recursive: true, force: true });
    }
  }
  return missing;
};

/** For a workspace below the root of its repository: files that a suite finds in parent folders. */
const linkSurroundings = async ({
  workspace,
  root,
  copy,
  pathIn,
}: Pick<ScratchQuestion, 'workspace' | 'root'> &
  Pick<ScratchCopy, 'pathIn'> & { readonly copy: string }): Promise<void> => {
  for (let [folder, of] = [workspace, copy]; folder !== root && isWithin(root, folder); ) {
    const own = basename(folder);
    [folder, of] = [dirname(folder), dirname(of)];
    for (const name of await readdir(folder)) {
      if (name === own || name === '.git' || isCache(name)) continue;
      if (name === 'node_modules') await linkPackages(join(folder, name), join(of, name), { workspace, pathIn });
      else await symlink(resolve(folder, name), join(of, name));
    }
  }
};

/** The remaining bytes. */
interface CopyBudget {
  files: number;
  bytes: number;
}

interface CopyOptions extends PackageHome {
  /** Decreases with every file. */
  readonly left: CopyBudget;
}

/** @returns false when there is too much of it: a part may already be copied */
const copyTree = async (from: string, to: string, options: CopyOptions): Promise<boolean> => {
  const { left, pathIn } = options;
  const found = await lstat(from).catch(() => null);
  if (found === null) return true;
  left.files -= 1;
  left.bytes -= found.isFile() ? found.size : 0;
  if (left.files < 0 || left.bytes < 0) return false;
  if (found.isSymbolicLink()) {
    const target = await readlink(from);
    await symlink(isAbsolute(target) ? pathIn(target) : target, to);
  } else if (found.isFile()) {
    await copyWithTimes(from, to);
  } else if (found.isDirectory()) {
    await mkdir(to, { recursive: true });
    for (const name of await readdir(from)) {
      if (isResultCache(join(from, name))) continue;
      if (!(await copyTree(join(from, name), join(to, name), options))) return false;
    }
  }
  return true;
};

interface PackageHome {
  /** Absolute. */
  readonly workspace: string;
  readonly pathIn: (path: string) => string;
}

/** Files that package managers keep there; anything else with a dot is a cache. */
const KEPT = /^\.(?:bin|pnpm|store|package-lock\.json|modules\.yaml|yarn-.*)$/;

/**
 * A `node_modules` of a copy: links to the packages of the workspace, which may be many and large. A package that is
 * a link to code of the workspace itself (npm, pnpm and yarn workspaces) links to the code of the copy.
 */
const linkPackages = async (from: string, to: string, home: PackageHome): Promise<void> => {
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
