/**
 * Programs that a repository's config names, and for which git has no switch: filters and merge drivers. Every setting of
 * them that is there is replaced, as variables: the name of a driver may contain anything.
 *
 * @module
 */
import { runGitTo } from './git.ts';

export type Setting = readonly [key: string, value: string];

/** @param pattern - of the keys, as `git config --get-regexp` reads it */
export const replaceSettings = async (folder: string, pattern: string, value: string): Promise<readonly Setting[]> => {
  const { stdout } = await runGitTo(folder, ['config', '-z', '--name-only', '--get-regexp', pattern], { answers: [1] });
  const names = Buffer.from(stdout).toString('utf8').split('\0');
  return [...new Set(names)].flatMap((name) => (name === '' ? [] : [[name, value] as const]));
};

export const asVariables = (settings: readonly Setting[]): Readonly<Record<string, string>> => ({
  GIT_CONFIG_COUNT: `${settings.length}`,
  ...Object.fromEntries(
    settings.flatMap(([key, value], i) => [
      [`GIT_CONFIG_KEY_${i}`, key],
      [`GIT_CONFIG_VALUE_${i}`, value],
    ]),
  ),
});
