/** The files to freeze for the suites of a config: for each suite the same as for it alone, from its own folder. */
import { join, relative } from 'node:path/posix';
import { isRunnerFile, RUNNER_FILES, RUNNER_PARTS, PROGRAMS } from './runner-files.ts';
import { type Effects, isByReader, ALL_EFFECTS, findEffects } from './checked/find-effects.ts';
import { heldCommandsOf } from '../held-commands.ts';
import type { OwnMeasure } from '../../project/config/own-measure.ts';
import { isWithin } from '../../base/files/is-within.ts';
import { findHeldByChecks } from './check-files.ts';
import { findHeldFromStart, findHeldOfSuite } from './held-from-start.ts';
import { findTestFiles } from './freeze.ts';
import { findTestSupport } from './test-support.ts';
import { BY_GIT, type SourceListing } from '../../project/sources/fingerprint.ts';

const FILES = [...RUNNER_FILES, ...RUNNER_PARTS].filter(isByReader);
/** @param folder - relative to the workspace; `''` for the workspace itself */
const readFilesOf = ({ isRead, isStarted }: Effects, folder: string): readonly string[] =>
  [...FILES.filter(isRead), ...PROGRAMS.filter(isStarted).map((name) => `node_modules/.bin/${name}`)].map((path) =>
    join(folder, path),
  );

const readConfigsOf = ({ isRead }: Effects, paths: readonly string[]): readonly string[] =>
  paths.filter((path) => isRunnerFile(path) && isByReader(path) && isRead(path));

/** The facts about a suite that freezing needs. */
interface SuitePlace {
  /** The folder in which it runs, relative to the workspace; `''` for the workspace itself. */
  readonly folder: string;
  readonly command: readonly string[];
  /** Globs of its test files, relative to the workspace. */
  readonly files: readonly string[];
}

interface BuiltSuite extends Pick<SuitePlace, 'folder'> {
  readonly before?: { readonly command: readonly string[] };
}

interface Commands {
  readonly tests: {
    readonly suites: readonly SuitePlace[];
    /** dualgate cannot tell which files a hidden suite reads. */
    readonly hidden: object | null;
  };
  readonly checks: readonly Pick<OwnMeasure, 'command'>[];
  readonly measures: readonly Pick<OwnMeasure, 'command'>[];
}

const effectsOf = (
  workspace: string,
  paths: readonly string[],
  { tests: { suites, hidden }, checks, measures }: Commands,
): Promise<Effects> =>
  hidden === null
    ? findEffects(
        workspace,
        paths,
        suites,
        [...checks, ...measures].flatMap(({ command }) => (command === null ? [] : [command])),
      )
    : Promise.resolve(ALL_EFFECTS);

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

/** As `findTestSupport`, for all suites; and the files that the tests read now, and nothing read at the start. */
export const findTestSupportOf = async (
  config: Commands,
  workspace: string,
  files: Iterable<string>,
  tests: readonly string[],
): Promise<readonly string[]> => {
  const sources = [...files];
  const found: string[] = [];
  const effects = await effectsOf(workspace, sources, config);
  if (tests.length > 0) found.push(...readConfigsOf(effects, sources));
  for (const { folder, command } of config.tests.suites) {
    found.push(...(await findTestSupport(workspace, sources, tests, command, folder, effects)));
    if (tests.length > 0) found.push(...readFilesOf(effects, folder));
  }
  return [...new Set(found)];
};

/** The files of all commands beside the tests: checks, measures, the reviewer, and the builds before the suites. */
export const findHeldByCommands = async (
  config: Parameters<typeof heldCommandsOf>[0] & { readonly tests: { readonly suites: readonly BuiltSuite[] } },
  workspace: string,
  sources: Iterable<string>,
): Promise<readonly string[]> => {
  const paths = [...sources];
  const found = [...(await findHeldByChecks(workspace, paths, heldCommandsOf(config)))];
  for (const { folder, before } of config.tests.suites) {
    if (before === undefined) continue;
    const inside = paths.flatMap((path) => (isWithin(`/${folder}`, `/${path}`) ? [relative(folder, path)] : []));
    const held = await findHeldByChecks(join(workspace, folder), inside, [{ name: 'build', command: before.command }]);
    found.push(...[...held, ...inside.filter(isBuildConfig)].map((path) => join(folder, path)));
  }
  return [...new Set(found)];
};

/** Settings that a bundler reads without being told so. */
const isBuildConfig = (path: string): boolean =>
  /^(?:(?:rollup|webpack|tsup|tsdown|vite|esbuild|babel|build)\.config\.[cm]?[jt]s|\.babelrc(?:\.\w+)?|\.swcrc)$/.test(
    path,
  );

/** As `findHeldFromStart`, for all suites. */
export const findHeldFromStartOf = async (
  config: Commands,
  workspace: string,
  sources: Iterable<string>,
  links: Iterable<string>,
  listing: SourceListing = BY_GIT,
): Promise<readonly string[]> => {
  const paths = [...sources];
  const effects = await effectsOf(workspace, paths, config);
  const found = [...(await findHeldFromStart(workspace, paths, [], links, listing, effects))];
  for (const { folder, command } of config.tests.suites)
    found.push(...(await findHeldOfSuite(workspace, paths, command, folder, effects)));
  return [...new Set(found)];
};
