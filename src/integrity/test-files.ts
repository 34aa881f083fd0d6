/**
 * The files that belong to the tests: they are frozen when RED is exited (rule 2.7).
 *
 * @module
 */
import { posix } from 'node:path';
import picomatch from 'picomatch';
import { hashContent } from '../files/hash-content.ts';
import { askRunners } from '../testing/ask-runners.ts';
import { factsInside } from '../testing/facts/inside.ts';
import { fileOfTest } from '../testing/is-green.ts';
import type { TestCase, TestRun } from '../testing/test-run.ts';

/** By its name alone: a test, or a file in a folder of tests. */
export const isNamedLikeTest: (path: string) => boolean = picomatch(
  [...askRunners(({ tests }) => tests?.files)],
  // A name with a newline in it is still one name.
  { dot: true, flags: 's' },
);

/** Whether any source of that name may have tests inside, although its runner names no files. */
export const mayHaveTestsInside = (path: string): boolean => factsInside(path)?.isEverywhere === true;

/** Whether a name in a freeze means the tests inside of a source. */
export const isTestsInside = (name: string): boolean =>
  name.endsWith('#tests') && factsInside(sourceOfTests(name)) !== undefined;

/** The source that such a name is about; any other path as it is. */
export const sourceOfTests = (name: string): string => name.replace(/#tests$/, '');

/** The file that a name in a freeze is about, if it means the tests inside of it; else that name. */
export const fileOfFrozen = (name: string): string => (isTestsInside(name) ? sourceOfTests(name) : name);

/** The tests inside of the text of a source; `''` without some. */
export const testsInside = async (path: string, text: string): Promise<string> =>
  factsInside(path)?.read(text, path) ?? '';

/** The names of what came to the tests inside, if they allow for more; `null`: they changed. `undefined`: they are read as a file of tests is. */
export const addedInside = (name: string, before: string, after: string): readonly string[] | null | undefined =>
  isTestsInside(name) ? factsInside(sourceOfTests(name))?.added?.(before, after) : undefined;

/** Why the tests inside of a source are not only tests. */
export const leaksOfTests = async (path: string, text: string): Promise<string | null> =>
  factsInside(path)?.leaks?.(text, path) ?? null;

/** The text of a frozen file, or of the tests inside of a source, if these bytes are those of that state. */
export const textOfState = async (name: string, bytes: Buffer | null, state: string): Promise<string | null> => {
  if (bytes === null) return null;
  const text = bytes.toString('utf8');
  if (!isTestsInside(name)) return hashContent(bytes) === state ? text : null;
  const inside = await testsInside(sourceOfTests(name), text);
  return hashContent(inside) === state ? inside : null;
};

/** The names of the files of tests, as they are frozen: `cart.py#tests` for tests that stand among production code. */
export const placesOfTests = (tests: readonly Pick<TestCase, 'file' | 'inside'>[]): readonly string[] => [
  ...new Set(
    tests.map(({ file, inside }) => (inside === true && isTestsInside(`${file}#tests`) ? `${file}#tests` : file)),
  ),
];

/** The same of tests by their ids, of which a test run knows the files. */
export const placesOfIds = (ids: readonly string[], { tests }: Pick<TestRun, 'tests'>): readonly string[] => {
  const known = placesOfTests(tests);
  const inside = new Set(known.filter(isTestsInside).map(sourceOfTests));
  return [
    ...new Set(ids.map(fileOfTest).map((file) => (inside.has(file) && !known.includes(file) ? `${file}#tests` : file))),
  ];
};

/** Many production folders have such a name too, so it needs a test beside or below its parent. */
const FIXTURES = /(?:^|\/)(?:fixtures|testdata)\//g;

/**
 * The files to freeze: those that the runner named, those that are named like tests, fixtures beside them, and files
 * named in the test command itself. Sorted, each once. A reported file is included even when git ignores it; a source
 * whose language has tests inside anywhere is included by those (`src/lib.rs#tests`), even if it has none. Their dependencies are in
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
