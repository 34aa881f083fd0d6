/**
 * The files of the tests among the sources from before a phase: tests, their helpers, fixtures and recorded values.
 *
 * @module
 */
import { findExpectations } from '../helpers/expectations.ts';
import { findTestHelpers } from '../helpers/test-helpers.ts';
import type { ReadSource } from '../named-files.ts';
import { findTestFilesOf } from '../suite-files.ts';
import { isTestsInside } from '../test-files.ts';

interface EarlierQuestion {
  readonly suites: Parameters<typeof findTestFilesOf>[0];
  /** All of before. */
  readonly sources: ReadonlySet<string>;
  /** The files that the runner named. */
  readonly reported: readonly string[];
  readonly read: ReadSource;
}

/** As they are named in a freeze, `src/lib.rs#tests` among them. */
export const findEarlierFiles = async ({
  suites,
  sources,
  reported,
  read,
}: EarlierQuestion): Promise<readonly string[]> => {
  const named = findTestFilesOf(suites, sources, reported);
  const tests = named.filter((path) => !isTestsInside(path) && sources.has(path));
  const inside = named.filter(isTestsInside);
  const helpers = await findTestHelpers(tests, sources, read);
  const data = (await findExpectations(tests, sources, read)).filter((path) => sources.has(path));
  return [...new Set([...tests, ...inside, ...helpers, ...data])];
};
