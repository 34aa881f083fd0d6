/**
 * Which files make up the tests: what is frozen when RED is left (RULES 2.7).
 *
 * @module
 */
import { posix } from 'node:path';
import picomatch from 'picomatch';
import { askRunners } from '../testing/ask-runners.ts';

/** By its name alone: a test, or what lies in a folder of tests. */
export const isNamedLikeTest: (path: string) => boolean = picomatch(
  [...askRunners(({ tests }) => tests?.files)],
  // A name with a newline in it is a name.
  { dot: true, flags: 's' },
);

const INSIDE = askRunners(({ tests }) => tests?.inside);
const mayHaveTestsInside = (path: string): boolean => INSIDE.some(({ ending }) => path.endsWith(ending));

/** Whether a name in a freeze is that of the tests inside of a source. */
export const isTestsInside = (name: string): boolean =>
  name.endsWith('#tests') && mayHaveTestsInside(name.slice(0, -'#tests'.length));

/** Named like many a production folder too, so it needs a test beside or below its parent. */
const FIXTURES = /(?:^|\/)(?:fixtures|testdata)\//g;

/**
 * The files to freeze: those that the runner named, those that are named like tests, fixtures beside them, and what the
 * test command itself names.
 * Sorted, each once. A reported file is in even when git ignores it; of a source that may have tests inside of it those (`src/lib.rs#tests`), which
 * it may have none of. What they stand on besides is in `test-support.ts`.
 *
 * @param files the sources, relative to the workspace
 * @param reported the files that the runner named, relative to the workspace; `''` is nothing
 * @param command of the tests: a word of it that is a source decides what a test is
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

/** Every folder that a file is in, the workspace itself as `''`. */
const foldersAbove = (path: string): readonly string[] => [
  '',
  ...[...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)),
];
