/** Sources that cannot be excluded: otherwise an agent could let its tests write code that is not measured. */
import { dirname, extname, join, normalize } from 'node:path/posix';
import { type Freeze, isNamedLikeTest } from './freeze.ts';
import { isIgnoreFile } from '../../project/sources/list-sources.ts';
import { sourceReader } from './script-closure.ts';
import { isRunnerFile } from './runner-files.ts';

const SCRIPTS = new Set(['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.vue', '.svelte']);

/** Loaded in ways that are not searched, so always needed. */
const OTHER_CODE = new Set(
  '.py .pyx .rb .php .go .rs .java .kt .scala .groovy .c .h .cc .cpp .hpp .cs .fs .swift .ex .exs .erl .lua .pl .pm .sh .bash .sql'.split(
    ' ',
  ),
);

interface NeededQuestion {
  readonly sources: Iterable<string>;
  readonly frozen: Freeze;
  /** @default by its name */
  readonly isTest?: (path: string) => boolean;
}

/** Path → why: the rest of a sentence. Sources that can be excluded are not in it. @param paths - some of `sources` */
export const findNeeded = async (
  workspace: string,
  paths: readonly string[],
  { sources, frozen, isTest = isNamedLikeTest }: NeededQuestion,
): Promise<ReadonlyMap<string, string>> => {
  const all = [...sources];
  const loaded = paths.length === 0 ? () => undefined : await readLoaded(workspace, all);
  const needed = new Map<string, string>();
  for (const path of paths) {
    const why = Object.hasOwn(frozen, path) ? 'is frozen' : (whyByName(path, isTest) ?? loaded(path));
    if (why !== undefined) needed.set(path, why);
  }
  return needed;
};

const whyByName = (path: string, isTest: (path: string) => boolean): string | undefined => {
  if (isIgnoreFile(path)) return 'decides which files are sources';
  if (isRunnerFile(path)) return 'configures a test runner';
  if (isTest(path)) return 'is named like a test, or is in a folder of tests';
  return OTHER_CODE.has(extname(path).toLowerCase()) ? 'is code' : undefined;
};

/** Whether a file is code, by its name. */
export const isCode = (path: string): boolean => SCRIPTS.has(extname(path)) || OTHER_CODE.has(extname(path));

const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\s*\(\s*)["'`]([^"'`\n]+)["'`]/g;

/** The files that load a file, found by the words of imports; nothing is run. */
const readLoaded = async (
  workspace: string,
  sources: readonly string[],
): Promise<(path: string) => string | undefined> => {
  const read = sourceReader(workspace);
  const places = new Map<string, string>();
  for (const source of sources.filter((each) => SCRIPTS.has(extname(each)))) {
    for (const [, word = ''] of (await read(source)).matchAll(SPECIFIER))
      for (const place of placesOf(word, source)) places.set(place, source);
  }
  return (path) => {
    const bare = path.slice(0, path.length - extname(path).length);
    const names = [path, bare, bare.replace(/\/index$/, '')];
    // An alias or a package of the workspace replaces some parent folder.
    const ends = names.flatMap((name) => [...name.matchAll(/\//g)].map(({ index }) => `…${name.slice(index)}`));
    const hit = [...names, ...names.map((name) => `…/${name}`), ...ends].find((name) => places.has(name));
    return hit === undefined ? undefined : `is loaded by ${places.get(hit)}`;
  };
};

/** The targets of an import specifier: a path, with and without its extension, or the end of one. */
const placesOf = (word: string, from: string): readonly string[] => {
  const name = word.replace(/[?#].*$/s, '');
  const place = name.startsWith('.')
    ? normalize(join(dirname(from), name)).replace(/\/$/, '')
    : `…/${name.replace(/^[@~#]?\//, '')}`;
  return [place, place.replace(/\.[cm]?[jt]sx?$/, '')];
};
