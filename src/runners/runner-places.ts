/** Names and places that the facts of several runners share. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { realpath, stat } from 'node:fs/promises';

const CODE = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'] as const;

/** @param endings - without dots. @default those of code */
export const withEndings = (names: readonly string[], endings: readonly string[] = CODE): readonly string[] =>
  names.flatMap((name) => endings.map((ending) => `${name}.${ending}`));

/** `vite.config.*` for a name that is there with each ending of code. */
export const joinEndings = (names: readonly string[]): readonly string[] => {
  const stemOf = (name: string): string => name.replace(/\.[cm]?[jt]s$/, '');
  const isWhole = (stem: string): boolean => withEndings([stem]).every((name) => names.includes(name));
  return [...new Set(names.map((name) => (isWhole(stemOf(name)) ? `${stemOf(name)}.*` : name)))];
};

export const ENV_FILES: readonly string[] = ['.env', '.env.test', '.env.test.local'];

const TEXT = '["\'/`][^"\'/`\\n]*';

export const looksForVariable = (words: string): string =>
  String.raw`\b(?:Object\s*\.\s*(?:keys|entries|values)\s*\(|in)\s*process\s*\.\s*env\s*\)[^;]{0,200}?${TEXT}(?:${words})`;

export const looksForVariableInPython = (words: string): readonly string[] => [
  String.raw`\bin\s+os\s*\.\s*environ\b[^\n]{0,200}?["'](?:${words})`,
  String.raw`["'](?:${words})[^\n]{0,80}?\bin\s+os\s*\.\s*environ\b`,
];

/** The value of the variable, else a folder in the home of the user. */
export const placeInHome = (variable: string, usual: string): string => process.env[variable] || join(homedir(), usual);

/** @param path - relative to this folder, as `mocha/mocha.mjs` */
export const placeReporter = (path: string): URL =>
  new URL(`${import.meta.url.endsWith('.ts') ? './' : './reporters/'}${path}`, import.meta.url);

/** No link in its place leads it to other tests. @param folder - relative to the workspace; `''` for the workspace */
export const isOwnFolder = async (workspace: string, folder: string): Promise<boolean> => {
  const [root, place] = await Promise.all([realpath(workspace), realpath(join(workspace, folder)).catch(() => null)]);
  return place !== null && place === join(root, folder) && (await stat(place)).isDirectory();
};
