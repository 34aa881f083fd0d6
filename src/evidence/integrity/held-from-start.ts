/**
 * The files to freeze from the start of a run, in addition to the spec and the config (rule 2.7): those by which git
 * decides which files are sources, and those by which a runner decides which files are tests, whether they exist yet
 * or not.
 */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { basename, join as joinPath } from 'node:path/posix';
import { type Effects, findEffects } from './checked/find-effects.ts';
import { findForeignState } from './frozen-settings.ts';
import { nameFrozen, isNamedLikeTest } from './freeze.ts';
import { GIT_ANSWERS, IGNORE_RULES, REPOSITORY, SPARSE } from './frozen-parts.ts';
import { isIgnoreFile } from '../../project/sources/list-sources.ts';
import { findCone } from '../../project/sources/sparse-checkout.ts';
import { findRulePlaces } from '../../project/sources/ignore-rules.ts';
import { findNamedByConfig } from './named-files.ts';
import { readConfigMembers, sourceReader, findScriptParts } from './script-closure.ts';
import { askRunners } from '../../runners/runners.ts';
import {
  isRunnerFile,
  isRunnerFileInPart,
  partsOf,
  recipesOf,
  RUNNER_FILES,
  RUNNER_PARTS,
  SCRIPTS,
} from './runner-files.ts';
import { findRunnerPackages } from './runner-packages.ts';
import { findStrayLinks } from './unexpected-files.ts';
import { findTaskParts } from './settings/find-task-parts.ts';
import { BY_GIT, type SourceListing } from '../../project/sources/fingerprint.ts';
import { foldersAbove } from '../../base/files/folders.ts';

/**
 * The paths to freeze: relative to the workspace, absolute outside of it.
 *
 * @param sources - the paths of the fingerprint
 * @param command - of the tests
 * @param links - those of the sources that may be symbolic links
 * @param listing - how the sources are listed
 * @param effects - of all commands
 */
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

/**
 * The part that depends on the command and its folder.
 *
 * @param folder - relative to the workspace; `''` for the workspace itself
 */
export const findHeldOfSuite = async (
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
      const members = await readConfigMembers(workspace, path);
      named.push(...(await findNamedByConfig(path, sources, async (each) => (each === path ? members : read(each)))));
    } else if (isRunnerFile(path) && isRead(path)) named.push(...(await findNamedByConfig(path, sources, read)));
  }
  return named.filter((path) => !isNamedLikeTest(path));
};

/**
 * The paths to freeze, absolute, whether they exist yet or not; of every runner, since a project may have no source
 * yet.
 *
 * @param workspace absolute
 */
const findHomeFiles = (workspace: string): readonly string[] =>
  askRunners(({ frozen }) => [
    ...foldersAbove(workspace).flatMap((folder) => (frozen?.above ?? []).map((name) => join(folder, name))),
    ...(frozen?.inHome?.() ?? []),
  ]);
