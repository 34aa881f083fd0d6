/**
 * The leftovers of killed processes in the folder for temporary files: copies of a workspace, and programs that still
 * run in them. A test that removes the mark from its environment is found here by its working directory.
 *
 * @module
 */
import { lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { endProcesses } from '../processes/end-processes.ts';
import { findFamily, processTable } from '../processes/find-processes.ts';
import { isWithin } from '../processes/is-within.ts';
import type { RunningProcess } from '../processes/running-process.ts';
import { isLeftFolder } from './temporary-folder.ts';
import { namesIn } from '../files/folders.ts';

/** Absolute paths of the folders: of this user, no links, and their process has ended. */
export const findLeftFolders = (): readonly string[] =>
  [...new Set([tmpdir(), '/tmp'])].flatMap((place) =>
    namesIn(place)
      .filter(isLeftFolder)
      .map((name) => join(place, name))
      .filter(isOwnFolder),
  );

/** Processes that run in one of the folders, and their descendants. */
export const findRunningIn = (
  folders: readonly string[],
  known: readonly RunningProcess[] = [],
): readonly RunningProcess[] => {
  if (folders.length === 0) return known;
  const inside = processTable.list().filter((it) => {
    const cwd = it.cwd();
    return cwd !== null && folders.some((folder) => isWithin(folder, cwd));
  });
  return findFamily({ root: null, marker: null, known: [...known, ...inside] });
};

/**
 * Ends the processes in the folders, then removes them. @returns the ended processes, as `pid command`, and the
 * removed folders
 */
export const removeLeftFolders = async (): Promise<{
  readonly ended: readonly string[];
  readonly removed: readonly string[];
}> => {
  const folders = findLeftFolders();
  const ended = await endProcesses((known) => findRunningIn(folders, known));
  const removed: string[] = [];
  for (const folder of folders) if (await remove(folder)) removed.push(folder);
  return { ended, removed };
};

/** If one cannot be removed, the next run tries again. */
const remove = async (folder: string): Promise<boolean> => {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    return true;
  } catch {
    return false;
  }
};

const isOwnFolder = (path: string): boolean => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const { uid } = userInfo();
  return found !== undefined && found.isDirectory() && (uid < 0 || found.uid === uid);
};
