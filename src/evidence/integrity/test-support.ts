/**
 * The files that the tests depend on, frozen with them when RED is exited (rule 2.7): files that the test scripts
 * name, helpers that they import, and files that must not be added because a runner would load them by default.
 */
import { join } from 'node:path';
import { dirname, join as joinPath } from 'node:path/posix';
import { askRunners } from '../../runners/runners.ts';
import { type Effects, findEffects } from './checked/find-effects.ts';
import { type Freeze, isTestsInside, mayHaveTestsInside, sourceOfTests } from './freeze.ts';
import { findNamedByScript } from './named-files.ts';
import { sourceReader, reachScripts } from './script-closure.ts';
import { recipesOf } from './runner-files.ts';
import { findExpectations, findReachingCode } from './helpers/reaching-code.ts';
import { findShadows } from './helpers/shadows.ts';
import { findTestHelpers, isGoCode } from './helpers/test-helpers.ts';

const UNASKED = askRunners(({ tests }) => tests?.automatic);

/**
 * Frozen as absent, like any missing file: from then on no file may be added in a folder of that name
 * (`unexpected-files.ts`).
 */
const nameNoMore = (folder: string): string => `**/${folder}`;

/** Whether a file would be loaded in place of a file that tests load, among the absent files of this freeze. */
export const isSwap = (path: string, frozen: Freeze): boolean =>
  isInHelperPackage(path, frozen) ||
  UNASKED.flatMap(({ folders = [] }) => folders).some(
    (folder) => Object.hasOwn(frozen, nameNoMore(folder)) && `/${path}`.includes(`/${folder}/`),
  );

/** Code of Go beside frozen code: helpers alone are frozen, and each file of a package can set what another declares. */
const isInHelperPackage = (path: string, frozen: Freeze): boolean =>
  isGoCode(path) && Object.keys(frozen).some((each) => isGoCode(each) && dirname(each) === dirname(path));

/**
 * The paths to freeze in addition to the tests.
 *
 * @param files the sources, relative to the workspace
 * @param tests the test files among them
 * @param command of the tests
 * @param home where the command runs, relative to the workspace; `''` for the workspace itself
 * @param effects of all commands
 */
export const findTestSupport = async (
  workspace: string,
  files: Iterable<string>,
  tests: readonly string[],
  command: readonly string[],
  home = '',
  effects?: Effects,
): Promise<readonly string[]> => {
  const sources = new Set(files);
  const { isRead } = effects ?? (await findEffects(workspace, [...sources], [{ folder: home, command }]));
  const read = sourceReader(workspace);
  const recipes = recipesOf(command);
  const named: string[] = [];
  for (const recipe of recipes) {
    const [name = ''] = recipe.split('#');
    const path = joinPath(home, name);
    const text = name === 'package.json' ? (await reachScripts(join(workspace, home), command)).text : await read(path);
    named.push(...(await findNamedByScript(text, path, sources, read, home)));
  }
  named.push(...(await findNamedByScript(command.join(' '), joinPath(home, 'the command'), sources, read, home)));
  // Sources with tests inside, which a runner loads as it loads tests.
  const around = tests
    .filter(isTestsInside)
    .map(sourceOfTests)
    .filter((path) => !mayHaveTestsInside(path));
  const folders = new Set(
    [...tests, ...around].filter((path) => !/^(?:\.\.|\/)|#tests$/.test(path)).flatMap(foldersOf),
  );
  const automatic = UNASKED.filter(({ tests: isOne }) => [...tests, ...around].some((path) => isOne.test(path)));
  const helpers = await findTestHelpers([...tests, ...around], sources, read);
  const reaching = (await findReachingCode(tests, sources, {}, read)).map(({ path }) => path);
  const modules = [...tests.filter((path) => sources.has(path)), ...helpers, ...named, ...reaching];
  return [
    ...named,
    ...helpers,
    // Code that reaches back to the tests already is part of them.
    ...reaching,
    ...(await findExpectations(tests, sources, read)),
    ...(await findShadows(modules, tests, sources, read)),
    // Another installation, nearer to the tests, would take precedence.
    ...[...folders].filter((folder) => folder !== '').map((folder) => `${folder}node_modules`),
    ...automatic.flatMap(({ folders: swaps = [], beside = [] }) => [
      ...swaps.filter(isRead).map(nameNoMore),
      ...[...folders].flatMap((folder) => beside.map((name) => `${folder}${name}`)),
    ]),
  ];
};

/** Every folder that contains a file, with a slash at the end; the workspace itself as `''`. */
const foldersOf = (path: string): readonly string[] => {
  const folder = dirname(path);
  return folder === '.' ? [''] : [`${folder}/`, ...foldersOf(folder)];
};
