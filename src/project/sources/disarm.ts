/**
 * Programs that a repository's config names, and for which git has no switch: filters and merge drivers. Every setting
 * of them that is there is replaced, as variables: the name of a driver may contain anything.
 */
import { askSettings, type Setting, toUtf8 } from './git-answers.ts';

type Replaced = readonly [key: string, value: string];

export const replaceSettings = async (folder: string, keys: RegExp, value: string): Promise<readonly Replaced[]> =>
  replaceIn(await askSettings(folder), keys, value);

/** Empty, a filter is none, and `required` is false. */
export const disarmFilters = (settings: readonly Setting[]): Readonly<Record<string, string>> =>
  asVariables(replaceIn(settings, /^filter\..*\.(?:clean|smudge|process|required)$/s, ''));

const replaceIn = (settings: readonly Setting[], keys: RegExp, value: string): readonly Replaced[] =>
  [...new Set(settings.map(({ key }) => key))].flatMap((key) => (keys.test(key) ? [[toUtf8(key), value]] : []));

export const asVariables = (settings: readonly Replaced[]): Readonly<Record<string, string>> => ({
  GIT_CONFIG_COUNT: `${settings.length}`,
  ...Object.fromEntries(
    settings.flatMap(([key, value], i) => [
      [`GIT_CONFIG_KEY_${i}`, key],
      [`GIT_CONFIG_VALUE_${i}`, value],
    ]),
  ),
});
