/**
 * Git's ignore settings as they are on another branch: a config may include files only there (`includeIf "onbranch:…"`).
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { makeTemporaryFolder } from '../../base/temporary-folder.ts';
import { readGit } from './git.ts';

/** A setting with its values on two branches; empty where it is not set. */
export interface BranchSetting {
  readonly key: string;
  readonly here: string;
  readonly there: string;
}

const KEYS = ['core.excludesFile', 'core.ignoreCase'];

/**
 * The ignore settings that differ by a condition of the config on the branch.
 *
 * @param top - absolute: the root of the work tree @param branches - `null`: HEAD is detached
 */
export const compareBranchSettings = async (
  top: string,
  { here, there }: { readonly here: string | null; readonly there: string | null },
): Promise<readonly BranchSetting[]> => {
  const includes = await listBranchIncludes(top);
  if (includes.length === 0) return [];
  const home = await makeTemporaryFolder('git');
  try {
    await Promise.all(['objects', 'refs'].map((name) => mkdir(join(home, name))));
    const config = join(home, 'includes');
    await writeFile(config, includes.join(''), 'latin1');
    const ask = async (branch: string | null, key: string): Promise<string> => {
      await writeFile(join(home, 'HEAD'), branch === null ? `${'0'.repeat(40)}\n` : `ref: refs/heads/${branch}\n`);
      const question = ['config', '--includes', '--file', config, '--default', '', '--get', key];
      return readGit(home, [`--git-dir=${home}`, ...question]);
    };
    const settings: BranchSetting[] = [];
    for (const key of KEYS) settings.push({ key, here: await ask(here, key), there: await ask(there, key) });
    return settings.filter((each) => each.here !== each.there);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};

/** The conditional includes as sections of a config of their own, in Latin-1. */
const listBranchIncludes = async (top: string): Promise<readonly string[]> => {
  const listed = (await readGit(top, ['config', '-z', '--show-origin', '--list'], { encoding: 'latin1' })).split('\0');
  return listed.flatMap((origin, at) => {
    const [, condition, path] = /^includeif\.(onbranch:.*)\.path\n(.*)$/is.exec(listed[at + 1] ?? '') ?? [];
    if (at % 2 === 1 || condition === undefined || path === undefined) return [];
    return [`[includeIf ${quote(condition)}]\n\tpath = ${quote(locate(path, origin.replace(/^file:/, ''), top))}\n`];
  });
};

/** Git says a path of its own file relative to the root. */
const locate = (path: string, file: string, top: string): string => {
  if (path.startsWith('~/')) return join(homedir(), path.slice(2));
  if (isAbsolute(path) || /^[~%]/.test(path)) return path;
  return resolve(top, dirname(file), path);
};

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
