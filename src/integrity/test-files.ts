/**
 * The files that belong to the tests: they are frozen when RED is exited (rule 2.7).
 *
 * @module
 */
import { posix } from 'node:path';
import picomatch from 'picomatch';
import { askRunners } from '../testing/ask-runners.ts';

/** By its name alone: a test, or a file in a folder of tests. */
export const isNamedLikeTest: (path: string) => boolean = picomatch(
  [...askRunners(({ tests }) => tests?.files)],
  // A name with a newline in it is still one name.
  { dot: true, flags: 's' },
);

const INSIDE = askRunners(({ tests }) => tests?.inside);
const mayHaveTestsInside = (path: string): boolean => INSIDE.some(({ ending }) => path.endsWith(ending));

/** Whether a name in a freeze means the tests inside of a source. */
export const isTestsInside = (name: string): boolean =>
  name.endsWith('#tests') && mayHaveTestsInside(name.slice(0, -'#tests'.length));

/** The tests inside of the text of a source; `''` without some. */
export const testsInside = (path: string, text: string): string =>
  INSIDE.find(({ ending }) => path.endsWith(ending))?.read(text) ?? '';

/** Many production folders have such a name too, so it needs a test beside or below its parent. */
const FIXTURES = /(?:^|\/)(?:fixtures|testdata)\//g;

/**
 * The files to freeze: those that the runner named, those that are named like tests, fixtures beside them, and files
 * named in the test command itself. Sorted, each once. A reported file is included even when git ignores it; a source
 * that may have tests inside is included by those (`src/lib.rs#tests`), even if it has none. Their dependencies are in
 * `test-support.ts`.
 *
 * @param files the sources, relative to the workspace
 * @param reported the files that the runner named, relative to the workspace; `''` is nothing
 * @param command of the tests: a word of it that is a source decides which files are tests
 * @param globs `tests.files`
 * @param folder where the command runs, relative to the workspace; `''` for the workspace itself
 */
export const findTestFiles = (
  files: Iterable<string>,
  reported: Iterable<string>,
  command: readonly string[],
  globs: readonly string[] = [],
  folder = '',
): readonly string[] => {
  const sources = [...files];
  const named = [...reported].filter((path) => path !== '').map((path) => posix.normalize(path));
  const tests = new Set([...named, ...sources.filter((path) => isNamedLikeTest(path))]);
  const homes = new Set([...tests].flatMap(foldersAbove));
  const fixtures = sources.filter((path) =>
    [...path.matchAll(FIXTURES)].some(({ index }) => homes.has(path.slice(0, index))),
  );
  const words = new Set(
    command.flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]).map((word) => posix.join(folder, word)),
  );
  const isListed = picomatch([...globs], { dot: true });
  const targets = sources.filter((path) => words.has(path) || (globs.length > 0 && isListed(path)));
  const inside = sources.filter((path) => mayHaveTestsInside(path) && !tests.has(path)).map((path) => `${path}#tests`);
  return [...new Set([...tests, ...fixtures, ...targets, ...inside])].sort();
};

/** Every folder that contains a file, the workspace itself as `''`. */
const foldersAbove = (path: string): readonly string[] => [
  '',
  ...[...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)),
];
