/**
 * Files that would be loaded in place of a frozen helper, if they were added: an import names a module, and a loader
 * looks for it at several places in order. Frozen as absent, they may not appear.
 *
 * @module
 */
import { basename, dirname, extname, join } from 'node:path/posix';
import type { ReadSource } from '../named-files.ts';
import { escapePattern } from '../../text/escape-pattern.ts';

/** In the order in which one bundler or another looks for them. */
const ENDINGS = ['.mjs', '.js', '.cjs', '.mts', '.ts', '.cts', '.jsx', '.tsx', '.json', '.node'] as const;

/**
 * @param helpers - frozen sources, relative to the workspace
 * @param tests - the test files, which import them
 * @param sources - the files that are there
 */
export const findShadows = async (
  helpers: readonly string[],
  tests: readonly string[],
  sources: ReadonlySet<string>,
  read: ReadSource,
): Promise<readonly string[]> => {
  const texts = helpers.length === 0 ? [] : await Promise.all([...tests, ...helpers].map(read));
  const folders = [...new Set(tests.map(dirname))];
  return helpers
    .filter((helper) => helper.endsWith('.py') || isNamedWithoutEnding(helper, texts))
    .flatMap((helper) => FINDERS.find(({ endings }) => endings.test(helper))?.shadowsOf(helper, folders) ?? [])
    .filter((path) => !sources.has(path));
};

/** Only then something else can be found. */
const isNamedWithoutEnding = (helper: string, texts: readonly string[]): boolean => {
  const bare = withoutEnding(helper);
  const name = basename(basename(bare) === 'index' ? dirname(bare) : bare);
  const named = new RegExp(`["'](?:[^"'\\n]*/)?${escapePattern(name)}/?["']`);
  return texts.some((text) => named.test(text));
};

interface Finder {
  readonly endings: RegExp;
  /** @param importers - the folders of the test files */
  readonly shadowsOf: (helper: string, importers: readonly string[]) => readonly string[];
}

const withoutEnding = (path: string): string => path.slice(0, path.length - extname(path).length);

/** A file comes before a folder of its name, and the package.json of a folder before its index. */
const ofScript = (helper: string): readonly string[] => {
  const bare = withoutEnding(helper);
  const endings = (path: string): readonly string[] => ENDINGS.map((ending) => `${path}${ending}`);
  if (basename(bare) !== 'index') return endings(bare);
  const folder = dirname(helper);
  return [...endings(bare), ...(folder === '.' ? [] : [...endings(folder), join(folder, 'package.json')])];
};

/** A package comes before a module of its name, and the folder of a test file before the root. */
const ofPython = (helper: string, importers: readonly string[]): readonly string[] => {
  const isPackage = basename(helper) === '__init__.py';
  const name = isPackage ? dirname(helper) : withoutEnding(helper);
  const places = new Set([name, ...importers.map((folder) => join(folder, basename(name)))]);
  return [...places].flatMap((place) => [
    `${place}/__init__.py`,
    ...(isPackage && place === name ? [] : [`${place}.py`]),
  ]);
};

const FINDERS: readonly Finder[] = [
  { endings: /\.[cm]?[jt]sx?$/, shadowsOf: ofScript },
  { endings: /\.py$/, shadowsOf: ofPython },
];
