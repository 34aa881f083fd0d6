/**
 * What may not appear among the sources after a run began, wherever it appears (RULES 2.7): nobody can freeze every place
 * in which a file of that name could be made.
 *
 * @module
 */
import { isLintFile } from './check-files.ts';
import { linksOf } from '../sources/fingerprint.ts';
import { findForeignState } from './foreign-state.ts';
import type { Freeze } from './freeze.ts';
import { findHiding } from './hiding.ts';
import { isIgnoreFile } from '../sources/ignore-files.ts';
import { isRunnerFile } from './runner-files.ts';
import { findStrayLinks } from './stray-links.ts';
import { isSwap } from './test-support.ts';

interface Intruder {
  readonly path: string;
  /** What is wrong with it, and the way out: the rest of a sentence that begins with the path. */
  readonly why: string;
}

/**
 * The intruders among the sources, in path order; what was frozen was there before, or is watched by the freeze.
 *
 * @param files - of a fingerprint
 */
export const findIntruders = async (
  workspace: string,
  files: ReadonlyMap<string, string>,
  frozen: Freeze,
): Promise<readonly Intruder[]> => {
  const isNew = (path: string): boolean => !Object.hasOwn(frozen, path);
  const fresh = [...files.keys()].filter(isNew);
  const stray = await findStrayLinks(workspace, linksOf(files).filter(isNew), new Set(files.keys()));
  const foreign = (await findForeignState(workspace)).filter(isNew);
  return [
    ...(await findHiding(workspace, fresh.filter(isIgnoreFile))).map((path) => ({ path, why: HIDES })),
    ...fresh.filter(isRunnerFile).map((path) => ({ path, why: CONFIGURES })),
    ...fresh.filter((path) => isLintFile(path, frozen)).map((path) => ({ path, why: LINTS })),
    ...fresh.filter((path) => isSwap(path, frozen)).map((path) => ({ path, why: SWAPS })),
    ...stray.map((path) => ({ path, why: LEADS_OUT })),
    ...foreign.map((path) => ({ path, why: IS_NO_SOURCE })),
  ].sort((one, other) => (one.path < other.path ? -1 : 1));
};

/** Only a person can accept it, so an agent that needs it says so at once. */
const OR_ASK = 'remove it, or say BLOCKED if the work needs it: a person can accept it (dualgate accept)';
const HIDES = `appeared after the run began and hides files that are there: ${OR_ASK}`;
const CONFIGURES = `appeared after the run began and configures a test runner: ${OR_ASK}`;
const LINTS = `appeared after the run began and decides what a linter says: ${OR_ASK}`;
const SWAPS = 'appeared after the tests were frozen and takes the place of what they load: remove it';
const LEADS_OUT =
  'is a link to what is no source, so nobody would measure what is behind it: put the file itself in its place';
const IS_NO_SOURCE = 'is not of dualgate, and nothing in that folder is a source: put it elsewhere';
