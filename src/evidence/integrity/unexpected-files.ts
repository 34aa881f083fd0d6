/**
 * Files that must not be added to the sources after a run began, in any folder (rule 2.7): it is impossible to
 * freeze every path at which a file of that name could be made. New ignore files: `ignoring/judge-rules.ts`.
 */
import { lstat, readlink } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { dirname, join as joinPath, normalize, basename } from 'node:path/posix';
import { isLintFile } from './check-files.ts';
import { linksOf } from '../../project/sources/fingerprint.ts';
import { isByReader } from './checked/find-effects.ts';
import { findForeignState } from './frozen-settings.ts';
import { type Freeze, readStates } from './freeze.ts';
import { isRunnerFile, isRunnerFileInPart, partsOf } from './runner-files.ts';
import { isSwap } from './test-support.ts';

// Symbolic links among the sources whose target is no source. The fingerprint of a link is its target path, so the content
// behind such a link could change during a measurement, and other checkouts would not have it.

/**
 * Whether a link points to anything but a source, or a folder of sources.
 *
 * @param path of the link, relative to the workspace
 * @param target as written in the link
 */
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

export interface UnexpectedFile {
  readonly path: string;
  /** The problem, and the way out: the rest of a sentence that begins with the path. */
  readonly why: string;
}

/**
 * The unexpected files among the sources, in path order. A frozen file existed before, or the freeze watches it.
 *
 * @param files - of a fingerprint
 */
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
