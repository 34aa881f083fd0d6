/** Files that must not be added in any folder after a run began (rule 2.7): no freeze has every possible path. */
import { lstat, readlink } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { dirname, join as joinPath, normalize, basename } from 'node:path/posix';
import { isLintFile } from './check-files.ts';
import { linksOf } from '../../project/sources/fingerprint.ts';
import { isByReader, type Effects, findEffects } from './checked/find-effects.ts';
import { findForeignState } from './frozen-settings.ts';
import {
  type Freeze,
  readStates,
  type UnexpectedFile,
  isTestsInside,
  mayHaveTestsInside,
  sourceOfTests,
  foldersAbove,
} from './freeze.ts';
import { isRunnerFile, isRunnerFileInPart, partsOf, recipesOf } from './runner-files.ts';
import { askRunners } from '../../runners/runners.ts';
import { findNamedByScript } from './named-files.ts';
import { sourceReader, reachScripts } from './script-closure.ts';
import { findExpectations, findReachingCode } from './helpers/reaching-code.ts';
import { findShadows } from './helpers/shadows.ts';
import { findTestHelpers, isGoCode } from './helpers/test-helpers.ts';

const UNASKED = askRunners(({ tests }) => tests?.automatic);

/** Frozen as absent: from then on no file may be added in a folder of that name (`unexpected-files.ts`). */
const nameNoMore = (folder: string): string => `**/${folder}`;

/** Whether a file would be loaded in place of a file that tests load, among the absent files of this freeze. */
const isSwap = (path: string, frozen: Freeze): boolean =>
  isInHelperPackage(path, frozen) ||
  UNASKED.flatMap(({ folders = [] }) => folders).some(
    (folder) => Object.hasOwn(frozen, nameNoMore(folder)) && `/${path}`.includes(`/${folder}/`),
  );

/** Code of Go beside frozen code: helpers alone are frozen, and each file of a package can set what another declares. */
const isInHelperPackage = (path: string, frozen: Freeze): boolean =>
  isGoCode(path) && Object.keys(frozen).some((each) => isGoCode(each) && dirname(each) === dirname(path));

/** In addition to the tests. @param home - where the command runs @param effects - of all commands */
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
    [...tests, ...around]
      .filter((path) => !/^(?:\.\.|\/)|#tests$/.test(path))
      .flatMap((path) =>
        foldersAbove(path)
          .map((folder) => (folder === '' ? '' : `${folder}/`))
          .toReversed(),
      ),
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

// The fingerprint of a link is its target path: content behind it could change, and other checkouts would not have it.

/** Whether it points to anything but sources. @param path - of the link @param target - as written in it */
const leadsOut = (path: string, target: string, sources: ReadonlySet<string>): boolean => {
  if (isAbsolute(target)) return true;
  const place = normalize(joinPath(dirname(path), target)).replace(/\/$/, '');
  if (place === '..' || place.startsWith('../')) return true;
  if (sources.has(place)) return false;
  // A link to the workspace itself or to a folder with a source in it.
  return place !== '.' && ![...sources].some((source) => source.startsWith(`${place}/`));
};

/** The links among the sources that point outside of them, in path order. */
export const findStrayLinks = async (
  workspace: string,
  links: Iterable<string>,
  sources: ReadonlySet<string>,
): Promise<readonly string[]> => {
  const stray: string[] = [];
  for (const path of links) {
    const absolute = join(workspace, path);
    const isLink = await lstat(absolute).then(
      (found) => found.isSymbolicLink(),
      () => false,
    );
    if (isLink && leadsOut(path, await readlink(absolute), sources)) stray.push(path);
  }
  return stray.sort();
};

/** In path order. A frozen file existed before, or the freeze watches it. @param files - of a fingerprint */
export const findUnexpectedFiles = async (
  workspace: string,
  files: ReadonlyMap<string, string>,
  frozen: Freeze,
): Promise<readonly UnexpectedFile[]> => {
  const isNew = (path: string): boolean => !Object.hasOwn(frozen, path);
  const fresh = [...files.keys()].filter(isNew);
  // Those of the folders above are always frozen.
  const inside = Object.keys(frozen).filter((path) => !isAbsolute(path));
  const held = new Set(inside.map((path) => basename(path)));
  const isRead = (path: string): boolean => !isByReader(path) || held.has(basename(path));
  const configs = await findConfigs(workspace, fresh.filter(isRunnerFile).filter(isRead), isNew);
  const stray = await findStrayLinks(workspace, linksOf(files).filter(isNew), new Set(files.keys()));
  const foreign = (await findForeignState(workspace)).filter(isNew);
  return [
    ...configs.map((path) => ({ path, why: CONFIGURES })),
    ...fresh.filter((path) => isLintFile(path, frozen)).map((path) => ({ path, why: LINTS })),
    ...fresh.filter((path) => isSwap(path, frozen)).map((path) => ({ path, why: SWAPS })),
    ...stray.map((path) => ({ path, why: LEADS_OUT })),
    ...foreign.map((path) => ({ path, why: IS_NO_SOURCE })),
  ].sort((one, other) => (one.path < other.path ? -1 : 1));
};

/** Where only a part of a file counts, a file without it is free; and a frozen part is watched by the freeze. */
const findConfigs = async (
  workspace: string,
  paths: readonly string[],
  isNew: (path: string) => boolean,
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const path of paths) {
    const parts = partsOf(path).filter(isNew);
    const states = await readStates(workspace, parts).catch(() => ({ [path]: 'unreadable' }));
    if (!isRunnerFileInPart(path) || Object.values(states).some((state) => state !== 'absent')) found.push(path);
  }
  return found;
};

const CONFIGURES = 'was added after the run began and configures a test runner: remove it';
const LINTS = 'was added after the run began and configures a linter: remove it';
const SWAPS = 'was added after the tests were frozen and would be loaded in place of a file that they load: remove it';
const LEADS_OUT =
  'is a link to a file that is not a source, so its target would not be measured: replace it with the file itself';
const IS_NO_SOURCE = 'does not belong to dualgate, and no file in that folder is a source: move it elsewhere';
