/**
 * The installed packages of test runners and assertion libraries (rule 2.7). They are in folders that git ignores,
 * so no fingerprint covers them, and a patch of one of them decides which tests pass.
 */
import { realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { askRunners } from '../../runners/runners.ts';
import { readPlain } from '../../base/files/open-plain.ts';
import { foldersAbove, namesIn } from '../../base/files/folders.ts';
import { PROGRAMS } from './runner-files.ts';

const SCOPES = askRunners(({ frozen }) => frozen?.scopes);
const PACKAGES = askRunners(({ frozen }) => frozen?.packages);
const INSTALLED = askRunners(({ frozen }) => frozen?.installed);

const isOfTests = (name: string): boolean => PACKAGES.some((packages) => packages.test(name));
/**
 * The paths to freeze: the folder of each package that is installed for the workspace, or above it, as `…/**`; its
 * path in nearer folders, where another of its name would take precedence; the programs of the package manager.
 *
 * @param workspace absolute: where the tests run
 * @param root absolute: the files in it outside of every `node_modules` are sources
 * @param isStarted whether the tests may start a program of that name
 */
export const findRunnerPackages = async (
  workspace: string,
  root = workspace,
  isStarted: (program: string) => boolean = () => true,
): Promise<readonly string[]> => {
  const paths = new Set<string>(PROGRAMS.filter((name) => isStarted(name)).map((name) => `node_modules/.bin/${name}`));
  const nearer: string[] = [];
  const seen = new Set<string>();
  for (const folder of [workspace, ...foldersAbove(workspace)]) {
    const modules = join(folder, 'node_modules');
    for (const name of listPackages(modules)) {
      if (seen.has(name)) continue;
      seen.add(name);
      for (const place of nearer) paths.add(join(place, name));
      for (const path of await followLinks(join(modules, name), root)) paths.add(path);
    }
    nearer.push(modules);
  }
  for (const findInstalled of INSTALLED) for (const path of await findInstalled(workspace)) paths.add(path);
  return [...paths];
};

const COPIES = askRunners(({ frozen }) => Object.entries(frozen?.copies ?? {}));

/** Whether what is installed there changed, and is a copy of what is read without it. @param path - as it is frozen */
export const isFreeCopy = async (workspace: string, path: string): Promise<boolean> => {
  const place = resolve(workspace, path);
  for (const [name, isCopy] of COPIES)
    if (place.endsWith(`${sep}${name}`) && (await isCopy(place.slice(0, -name.length - 1)).catch(() => false)))
      return true;
  return false;
};

const listPackages = (modules: string): readonly string[] => {
  const scoped = SCOPES.flatMap((scope) => namesIn(join(modules, scope)).map((name) => `${scope}/${name}`));
  return [...namesIn(modules), ...scoped].filter((name) => isOfTests(name));
};

/** A package, and where it is only a link into a store, its dependencies beside it there. */
const followLinks = async (path: string, workspace: string, known = new Set<string>()): Promise<readonly string[]> => {
  const real = await realpath(path).catch(() => null);
  if (real === null || known.has(real) || isSource(real, workspace)) return [];
  known.add(real);
  if (real === (await realpath(dirname(path)).catch(() => '')) + path.slice(dirname(path).length))
    return [`${path}/**`];
  const found: string[] = [path, `${real}/**`];
  const store = real.slice(0, real.lastIndexOf(`node_modules${sep}`) + 'node_modules'.length);
  for (const name of await readDependencies(real)) {
    if (isOfTests(name)) found.push(...(await followLinks(join(store, name), workspace, known)));
  }
  return found;
};

/** A developer of a runner has its sources in the workspace, and they have to stay editable. */
const isSource = (real: string, workspace: string): boolean => {
  const inside = relative(resolve(workspace), real);
  return !inside.startsWith('..') && !inside.split(sep).includes('node_modules');
};

const packageFile = z.looseObject({ dependencies: z.record(z.string(), z.string()).default({}) });

const readDependencies = async (folder: string): Promise<readonly string[]> => {
  try {
    return Object.keys(packageFile.parse(JSON.parse(readPlain(join(folder, 'package.json')))).dependencies);
  } catch {
    return [];
  }
};
