/**
 * Changes files of a workspace as a turn of a script says, and nothing outside it, not even through a link.
 *
 * @module
 */
import { lstat, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Refuse } from './script-error.ts';
import type { ScriptedTurn } from './script-schema.ts';

type Locate = (file: string) => Promise<string>;

/**
 * Writes, then edits, then deletes.
 *
 * @throws {ScriptError} when a path leads out of the workspace, or a text to be replaced is not there exactly once
 */
export const changeFiles = async (workspace: string, turn: ScriptedTurn, refuse: Refuse): Promise<void> => {
  const locate: Locate = (file) => locateInside(workspace, file, refuse);
  for (const [file, content] of Object.entries(turn.write ?? {})) {
    const path = await locate(file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  for (const { file, find, replace } of turn.edit ?? [])
    await editFile(await locate(file), { file, find, replace }, refuse);
  for (const file of turn.delete ?? []) await rm(await locate(file), { recursive: true, force: true });
};

const editFile = async (
  path: string,
  { file, find, replace }: NonNullable<ScriptedTurn['edit']>[number],
  refuse: Refuse,
): Promise<void> => {
  const [before, after, ...more] = (await readFile(path, 'utf8')).split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    const count = after === undefined ? 'not at all' : `${more.length + 1} times`;
    throw refuse(`cannot edit ${file}: ${JSON.stringify(find)} must stand in it once (it does ${count})`);
  }
  await writeFile(path, before + replace + after);
};

/** The absolute path, when neither it nor a folder on the way to it is a link out of the workspace. */
const locateInside = async (workspace: string, file: string, refuse: Refuse): Promise<string> => {
  const path = resolve(workspace, file);
  let existing = path;
  while (!(await exists(existing))) existing = dirname(existing);
  // Empty for a link that leads nowhere: writing would follow it.
  const real = await realpath(existing).catch(() => '');
  const root = await realpath(workspace);
  if (isWithin(resolve(workspace), path) && (real === root || isWithin(root, real))) return path;
  throw refuse(`cannot touch ${file}: it is not inside the workspace`);
};

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return path !== '' && way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};
