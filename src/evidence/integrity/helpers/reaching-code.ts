/** Code that frozen tests load and that reaches back to them. One that did so before is frozen with them. */
import { basename, dirname, join, normalize } from 'node:path/posix';
import { askRunners } from '../../../runners/runners.ts';
import type { Freeze, UnexpectedFile } from '../freeze.ts';
import type { ReadSource } from '../named-files.ts';
import { findLoaded, isGoCode, usesTestLibrary } from './test-helpers.ts';
import { escapePattern } from '../../../base/text/quote-text.ts';

// Expected values are written in RED: one that is recorded later is what the code returns, not what it should return.

const SNAPSHOTS = askRunners(({ tests }) => tests?.snapshots);

/** Names in quotes. Code is no data: it is written in GREEN, and tests may name it. */
const DATA =
  /["'`]([^"'`\n*?]*\.(?:json5?|ya?ml|toml|txt|csv|tsv|golden|expected|approved|html?|xml|svg|md|bin))["'`]/g;
/** In any other folder, data may be a part of the product. */
const OF_TESTS = /(?:^|\/)(?:tests?|specs?|checks?|e2e|__\w+__|test[-_]?data|fixtures?|goldens?|snapshots?)\//gi;

/** Whether a file is in such a folder, with one of these in the same. */
export const isBesideTests = (path: string, tests: readonly string[]): boolean =>
  [...path.matchAll(OF_TESTS)].some(({ 0: name, index }) =>
    tests.some((test) => test.startsWith(path.slice(0, index + name.length))),
  );

/** Paths of the files in which a runner records what these tests compare with, whether they are there or not. */
export const findSnapshots = (test: string, text: string): readonly string[] =>
  SNAPSHOTS.filter(({ call }) => call.test(text)).flatMap(({ files }) =>
    files.map((file) => join(dirname(test), file.replace('NAME', basename(test)))),
  );

/** Paths, in a folder of tests, of data that a test names. */
const findData = (test: string, text: string): readonly string[] =>
  [...text.matchAll(DATA)]
    .flatMap(([, name = '']) => [normalize(join(dirname(test), name)), normalize(name)])
    .filter((path) => path.search(OF_TESTS) !== -1 && !/^(?:\.\.)?\//.test(path));

/** The paths to freeze with the tests: data that is there, and snapshots, which may not appear either. */
export const findExpectations = async (
  tests: readonly string[],
  sources: ReadonlySet<string>,
  read: ReadSource,
): Promise<readonly string[]> => {
  const found = await Promise.all(
    tests.map(async (test) => {
      const text = await read(test);
      return [...findSnapshots(test, text), ...findData(test, text).filter((path) => sources.has(path))];
    }),
  );
  return [...new Set(found.flat())];
};

/** The expectations among the sources that no freeze has. A file that git ignores is no source. */
export const findLateData = async (
  tests: readonly string[],
  sources: ReadonlySet<string>,
  frozen: Freeze,
  read: ReadSource,
): Promise<readonly string[]> =>
  (await findExpectations(tests, sources, read)).filter((path) => sources.has(path) && !Object.hasOwn(frozen, path));

/** Go lets a package declare them again. */
const PREDECLARED =
  /^(?:var|const|func|type)\s+(?:nil|true|false|iota|len|cap|append|copy|delete|make|new|panic|recover|error|string|bool|int\d*|float\d*|byte|rune|any)\b/m;

/** In Python, no assertion that compares with such an object can fail. */
const EQUAL_TO_ANYTHING = /^\s*def\s+__eq__\s*\([^)]*\)[^:\n]*:\s*return\s+True\b/m;

/** In the order in which it is found. @param tests - the frozen ones */
export const findReachingCode = async (
  tests: readonly string[],
  sources: ReadonlySet<string>,
  frozen: Freeze,
  read: ReadSource,
): Promise<readonly UnexpectedFile[]> => {
  const namesTest = new RegExp(
    `["'\`](?:[^"'\`\\n]*/)?(?:${tests.map((path) => escapePattern(basename(path))).join('|')})["'\`]`,
  );
  const reaching: UnexpectedFile[] = [];
  for (const [path, text] of await findLoaded(tests, sources, read)) {
    if (Object.hasOwn(frozen, path)) continue;
    const what = whatReaches(path, text) ?? (namesTest.test(text) ? 'names a frozen test file' : null);
    if (what !== null) reaching.push({ path, why: `is loaded by frozen tests, and now ${what}: remove that` });
  }
  const homes = new Set(tests.filter(isGoTest).map(dirname));
  for (const path of sources) {
    if (!isGoTest(path) || !homes.has(dirname(path)) || tests.includes(path) || Object.hasOwn(frozen, path)) continue;
    const [, what] = RUNS_FIRST.exec(await read(path)) ?? [];
    if (what !== undefined)
      reaching.push({ path, why: `runs before the frozen tests of its package (${what}): remove that` });
  }
  return reaching;
};

const isGoTest = (path: string): boolean => path.endsWith('_test.go');
/** In a test file of Go, which is built into one program with the frozen ones. */
const RUNS_FIRST = /^func\s+(init|TestMain)\s*\(/m;

const whatReaches = (path: string, text: string): string | null => {
  if (usesTestLibrary(path, text)) return 'uses a library of tests';
  if (path.endsWith('.py') && EQUAL_TO_ANYTHING.test(text)) return 'declares an object that is equal to anything';
  return isGoCode(path) && PREDECLARED.test(text) ? 'declares a word of the language anew' : null;
};
