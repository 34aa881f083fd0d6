/**
 * Code in files that git ignores, written since a run began: what a build made of the sources, or code that was moved out
 * of them. A copy for mutants leaves it out, since no mutant of a source changes it.
 *
 * @module
 */
import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import picomatch from 'picomatch';
import { namesIn } from '../files/folders.ts';
import { isCache, listIgnored } from './caches.ts';

export interface Without {
  /** Milliseconds since the epoch: the run found older code. */
  readonly since: number;
  /** Globs of the config, for files that a suite writes or a build makes: these stay. */
  readonly named: readonly string[];
}

interface BuildsQuestion {
  /** Absolute. */
  readonly workspace: string;
  /** Nothing is found without it. */
  readonly without?: Without;
  /** As `listIgnored` has them. @default asked for */
  readonly names?: readonly string[];
}

/** Installed by a package manager, or its own. */
const DEPENDENCIES =
  /(?:^|\/)(?:node_modules|vendor|bower_components|__pypackages__|\.(?:yarn|bundle|tox|nox|gradle|m2|eggs)|Pods|[^/]+\.egg-info|\.pnp\.[^/]+)$/;
const CODE =
  /(?<!\.d)\.(?:[cm]?[jt]sx?|node|wasm|py[codx]?|so|dylib|dll|rb|php|go|rs|lua|pl|sh|java|class|jar|kt|cs|exe)$/i;
const MOST_LOOKED_AT = 20_000;

/** Names as git lists them: a folder that it ignores as a whole is one. */
export const findBuilds = async ({ workspace, without, names }: BuildsQuestion): Promise<readonly string[]> => {
  if (without === undefined) return [];
  const { since, named } = without;
  const isNamed = picomatch([...named], { dot: true });
  const found: string[] = [];
  for (const name of names ?? (await listIgnored(workspace))) {
    const isOther = isCache(name) || DEPENDENCIES.test(name) || isNamed(name) || isNamed(`${name}/x`);
    const inside = namesIn(join(workspace, name));
    if (isOther || inside.includes('pyvenv.cfg') || inside.includes('CACHEDIR.TAG')) continue;
    if (await isWritten(join(workspace, name), since, { left: MOST_LOOKED_AT })) found.push(name);
  }
  return found;
};

/** Whether code there was written since. No program can set the time that this asks for. */
const isWritten = async (path: string, since: number, bound: { left: number }): Promise<boolean> => {
  bound.left -= 1;
  const found = bound.left < 0 ? null : await lstat(path).catch(() => null);
  if (found === null) return false;
  if (!found.isDirectory())
    return found.ctimeMs >= since && (CODE.test(path) || (found.isFile() && (found.mode & 0o111) !== 0));
  if (DEPENDENCIES.test(basename(path))) return false;
  for (const name of await readdir(path).catch(() => []))
    if (!isCache(name) && (await isWritten(join(path, name), since, bound))) return true;
  return false;
};
