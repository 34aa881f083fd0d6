/** The files to freeze for the suites of a config: for each suite the same as for it alone, from its own folder. */
import { join as joinPath, relative, basename } from 'node:path/posix';
import {
  isRunnerFile,
  RUNNER_FILES,
  RUNNER_PARTS,
  PROGRAMS,
  isRunnerFileInPart,
  partsOf,
  recipesOf,
  SCRIPTS,
  findRunnerPackages,
} from './runner-files.ts';
import { type Effects, isByReader, ALL_EFFECTS, findEffects, type SuitePlace } from './checked/find-effects.ts';
import { heldCommandsOf, findHeldByChecks } from './check-files.ts';
import type { OwnMeasure } from '../../project/config/own-measure.ts';
import { isWithin, foldersAbove } from '../../base/files/folders.ts';
import { findTestFiles, nameFrozen, isNamedLikeTest } from './freeze.ts';
import { findTestSupport, findStrayLinks } from './unexpected-files.ts';
import { BY_GIT, type SourceListing } from '../../project/sources/fingerprint.ts';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { findForeignState } from './frozen-settings.ts';
import { GIT_ANSWERS, IGNORE_RULES, REPOSITORY, SPARSE } from './frozen-parts.ts';
import { isIgnoreFile } from '../../project/sources/list-sources.ts';
import { findCone } from '../../project/sources/sparse-checkout.ts';
import { findRulePlaces } from '../../project/sources/ignore-rules.ts';
import { findNamedByConfig } from './named-files.ts';
import { readConfigMembers, sourceReader, findScriptParts } from './script-closure.ts';
import { askRunners } from '../../runners/runners.ts';
import { findTaskParts } from './find-task-parts.ts';

/** @param links - sources that may be symbolic links @param effects - of all commands */
export const findHeldFromStart = async (
  workspace: string,
  sources: Iterable<string>,
  command: readonly string[],
  links: Iterable<string> = sources,
  { by }: SourceListing = BY_GIT,
  effects?: Effects,
): Promise<readonly string[]> => {
  const paths = [...sources];
  const known = effects ?? (await findEffects(workspace, paths, [{ folder: '', command }]));
  return [
    ...(by === 'git' ? await findIgnoreRules(workspace) : ['.gitignore', REPOSITORY]),
    IGNORE_RULES,
    ...paths.filter(
      (path) => isIgnoreFile(path) || (isRunnerFile(path) && !isRunnerFileInPart(path) && known.isRead(path)),
    ),
    ...paths.flatMap(partsOf).filter(known.isRead),
    ...(await findNamed(workspace, paths, known)),
    ...(await findHeldOfSuite(workspace, paths, command, '', known)),
    ...findHomeFiles(workspace),
    // Links from before the run are accepted; but their targets must not change unseen.
    ...(await findStrayLinks(workspace, links, new Set(paths))),
    ...(await findForeignState(workspace)),
  ];
};

/** The part that depends on the command and its folder. @param folder - relative to the workspace */
const findHeldOfSuite = async (
  workspace: string,
  paths: readonly string[],
  command: readonly string[],
  folder: string,
  effects: Effects,
): Promise<readonly string[]> => {
  const recipes = recipesOf(command);
  const tasks = await findTaskParts(workspace, paths, command, folder);
  const runsScripts = recipes.includes(SCRIPTS) || tasks.runsScripts;
  const packages = await findRunnerPackages(join(workspace, folder), workspace, effects.isStarted);
  return [
    ...[
      ...[...RUNNER_FILES, ...RUNNER_PARTS].filter(effects.isRead),
      ...recipes.filter((recipe) => recipe !== SCRIPTS),
    ].map((path) => joinPath(folder, path)),
    ...tasks.parts,
    ...(runsScripts ? await findScriptParts(workspace, paths, command, folder) : []),
    ...(runsScripts ? [`${join(homedir(), '.npmrc')}#tests`] : []),
    ...packages.map((path) => (isAbsolute(path) ? path : joinPath(folder, path))),
  ];
};

const findIgnoreRules = async (workspace: string): Promise<readonly string[]> => {
  const { upwards, exclude, user } = await findRulePlaces(workspace);
  const cone = await findCone(workspace);
  const sparse = cone === null ? [] : [SPARSE, cone];
  return [...upwards.map((path) => nameFrozen(workspace, path)), exclude, user, ...GIT_ANSWERS, ...sparse];
};

/** Files named like a test are frozen with the tests: an agent may have to add to them in RED. */
const findNamed = async (
  workspace: string,
  paths: readonly string[],
  { isRead }: Effects,
): Promise<readonly string[]> => {
  const sources = new Set(paths);
  const read = sourceReader(workspace);
  const named: string[] = [];
  for (const path of paths) {
    if (basename(path) === 'package.json') {
      const members = readConfigMembers(workspace, path);
      named.push(...(await findNamedByConfig(path, sources, async (each) => (each === path ? members : read(each)))));
    } else if (isRunnerFile(path) && isRead(path)) named.push(...(await findNamedByConfig(path, sources, read)));
  }
  return named.filter((path) => !isNamedLikeTest(path));
};

/** Absolute, whether they exist or not; of every runner, since a project may have no source yet. */
const findHomeFiles = (workspace: string): readonly string[] =>
  askRunners(({ frozen }) => [
    ...foldersAbove(workspace).flatMap((folder) => (frozen?.above ?? []).map((name) => join(folder, name))),
    ...(frozen?.inHome?.() ?? []),
  ]);

const FILES = [...RUNNER_FILES, ...RUNNER_PARTS].filter(isByReader);
/** @param folder - relative to the workspace; `''` for the workspace itself */
const readFilesOf = ({ isRead, isStarted }: Effects, folder: string): readonly string[] =>
  [...FILES.filter(isRead), ...PROGRAMS.filter(isStarted).map((name) => `node_modules/.bin/${name}`)].map((path) =>
    joinPath(folder, path),
  );

const readConfigsOf = ({ isRead }: Effects, paths: readonly string[]): readonly string[] =>
  paths.filter((path) => isRunnerFile(path) && isByReader(path) && isRead(path));

interface FrozenSuite extends SuitePlace {
  /** Globs of its test files, relative to the workspace. */
  readonly files: readonly string[];
}

interface BuiltSuite extends Pick<SuitePlace, 'folder'> {
  readonly before?: { readonly command: readonly string[] };
}

interface Commands {
  readonly tests: {
    readonly suites: readonly FrozenSuite[];
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
  suites: readonly FrozenSuite[],
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
    const held = await findHeldByChecks(joinPath(workspace, folder), inside, [
      { name: 'build', command: before.command },
    ]);
    found.push(...[...held, ...inside.filter(isBuildConfig)].map((path) => joinPath(folder, path)));
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
