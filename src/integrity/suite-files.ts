/**
 * The files to freeze for the suites of a config: for each suite the same as for it alone, from its own folder.
 *
 * @module
 */
import { findHeldFromStart, findHeldOfSuite } from './held-from-start.ts';
import { findTestFiles } from './test-files.ts';
import { findTestSupport } from './test-support.ts';
import { BY_GIT, type SourceListing } from '../sources/source-listing.ts';

/** The facts about a suite that freezing needs. */
interface SuitePlace {
  /** The folder in which it runs, relative to the workspace; `''` for the workspace itself. */
  readonly folder: string;
  readonly command: readonly string[];
  /** Globs of its test files, relative to the workspace. */
  readonly files: readonly string[];
}

/** As `findTestFiles`, for all suites. */
export const findTestFilesOf = (
  suites: readonly SuitePlace[],
  files: Iterable<string>,
  reported: Iterable<string>,
): readonly string[] => {
  const [sources, named] = [[...files], [...reported]];
  const found = suites.flatMap(({ folder, command, files: globs }) =>
    findTestFiles(sources, named, command, globs, folder),
  );
  return [...new Set(found)].sort();
};

/** As `findTestSupport`, for all suites. */
export const findTestSupportOf = async (
  suites: readonly SuitePlace[],
  workspace: string,
  files: Iterable<string>,
  tests: readonly string[],
): Promise<readonly string[]> => {
  const sources = [...files];
  const found: string[] = [];
  for (const { folder, command } of suites)
    found.push(...(await findTestSupport(workspace, sources, tests, command, folder)));
  return [...new Set(found)];
};

/** As `findHeldFromStart`, for all suites. */
export const findHeldFromStartOf = async (
  suites: readonly SuitePlace[],
  workspace: string,
  sources: Iterable<string>,
  links: Iterable<string>,
  listing: SourceListing = BY_GIT,
): Promise<readonly string[]> => {
  const paths = [...sources];
  const found = [...(await findHeldFromStart(workspace, paths, [], links, listing))];
  for (const { folder, command } of suites) found.push(...(await findHeldOfSuite(workspace, paths, command, folder)));
  return [...new Set(found)];
};
