/**
 * Files with the expected values of tests: recorded snapshots, and data that the tests name. They are written in RED: a
 * value that is recorded later is what the code returns, and not what it should return.
 *
 * @module
 */
import { basename, dirname, join, normalize } from 'node:path/posix';
import { askRunners } from '../../testing/ask-runners.ts';
import type { Freeze } from '../freeze.ts';
import type { ReadSource } from '../named-files.ts';

const SNAPSHOTS = askRunners(({ tests }) => tests?.snapshots);

/** Names in quotes. Code is no data: it is written in GREEN, and tests may name it. */
const DATA =
  /["'`]([^"'`\n*?]*\.(?:json5?|ya?ml|toml|txt|csv|tsv|golden|expected|approved|html?|xml|svg|md|bin))["'`]/g;
/** In any other folder, data may be a part of the product. */
const OF_TESTS = /(?:^|\/)(?:tests?|specs?|checks?|e2e|__\w+__|test[-_]?data|fixtures?|goldens?|snapshots?)\//i;

/** Paths of the files in which a runner records what these tests compare with, whether they are there or not. */
export const findSnapshots = (test: string, text: string): readonly string[] =>
  SNAPSHOTS.filter(({ call }) => call.test(text)).flatMap(({ files }) =>
    files.map((file) => join(dirname(test), file.replace('NAME', basename(test)))),
  );

/** Paths, in a folder of tests, of data that a test names. */
const findData = (test: string, text: string): readonly string[] =>
  [...text.matchAll(DATA)]
    .flatMap(([, name = '']) => [normalize(join(dirname(test), name)), normalize(name)])
    .filter((path) => OF_TESTS.test(path) && !/^(?:\.\.)?\//.test(path));

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
