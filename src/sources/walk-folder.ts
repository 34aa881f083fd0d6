/**
 * The names of the sources without git: every file below a folder. Ignore files do not apply, since no other program
 * would read them. The other folders to leave out are fixed when a run starts, so that no file can be hidden by the
 * name of its folder.
 *
 * @module
 */
import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { askRunners } from '../testing/ask-runners.ts';
import { isRepository } from '../processes/is-repository.ts';
import { WorkspaceError } from './workspace-error.ts';
import { isGone } from '../text/describe-cause.ts';

/** Folders that every test run of some runners writes, in any folder. */
export const WALKED_OVER: readonly string[] = askRunners(({ writes }) => writes);

const OTHER_REPOSITORIES = new Set(['.hg', '.svn', '.jj']);

/** Folders of installed packages: one by its name alone, those of Python by the file that makes them one. */
const isInstalled = (folder: string, name: string): boolean =>
  name === 'node_modules' || ((name === '.venv' || name === 'venv') && existsSync(join(folder, name, 'pyvenv.cfg')));

/** Folders in which nothing is read, those that are there now; relative, with `/`, in path order. */
export const findLeftOut = async (root: string): Promise<readonly string[]> => {
  const leftOut: string[] = [];
  await walk(root, (folder, name) => {
    const isOne =
      OTHER_REPOSITORIES.has(name) ||
      (name === '.git' && isRepository(join(root, folder))) ||
      isInstalled(join(root, folder), name);
    if (isOne) leftOut.push(folder === '' ? name : `${folder}/${name}`);
    return !isOne;
  });
  return leftOut.sort();
};

/**
 * Lists every name below the folder that is not a folder; no link is followed.
 *
 * @param leftOut - folders that are not looked into, relative, with `/`
 * @throws {WorkspaceError} when the folder is not there, or one below it cannot be read: it could hide anything
 */
export const walkFolder = async (root: string, leftOut: readonly string[]): Promise<readonly Buffer[]> => {
  const skipped = new Set(['.dualgate', ...leftOut]);
  return walk(root, (folder, name) => !skipped.has(folder === '' ? name : `${folder}/${name}`));
};

const BATCH = 64;

/** @param enters - whether a folder is looked into: the folder that it is in, and its name */
const walk = async (root: string, enters: (folder: string, name: string) => boolean): Promise<readonly Buffer[]> => {
  const names: Buffer[] = [];
  const folders: Buffer[] = [Buffer.alloc(0)];
  for (let at = 0; at < folders.length; at += 1) {
    const folder = folders[at] ?? Buffer.alloc(0);
    for (const entry of readFolder(root, folder)) {
      const path = folder.length === 0 ? entry.name : Buffer.concat([folder, SLASH, entry.name]);
      if (!entry.isDirectory()) names.push(path);
      else if (enters(folder.toString(), entry.name.toString())) folders.push(path);
    }
    if (at % BATCH === BATCH - 1) await turnOfTheEventLoop();
  }
  return names;
};

const SLASH = Buffer.from('/');

const readFolder = (root: string, folder: Buffer): readonly Dirent<Buffer>[] => {
  const place = Buffer.concat([Buffer.from(`${root}/`), folder]);
  try {
    return readdirSync(place, { encoding: 'buffer', withFileTypes: true });
  } catch (error) {
    // It went while the walk was on its way, and its files are gone.
    if (folder.length > 0 && isGone(error)) return [];
    throw new WorkspaceError(
      folder.length === 0
        ? `Cannot read the workspace ${root}: it is not a folder. Start dualgate in the folder of the project.`
        : `Cannot read the folder ${place.toString()}: ${String(error)}. Make it readable, or run \`git init\` and let git ignore it.`,
      place.toString(),
      { cause: error },
    );
  }
};
