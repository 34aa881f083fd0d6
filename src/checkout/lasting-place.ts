/**
 * The place of a checkout that stays when the process ends: a work tree beside a repository.
 *
 * @module
 */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { runGit } from '../sources/git.ts';

/** An index of our own is one plain file, and no replaced object is accepted. */
const AS_WRITER = ['-c', 'core.splitIndex=false', '-c', 'index.sparse=false'];
const BELIEVING = { GIT_NO_REPLACE_OBJECTS: '1' };

/** Without files: no filter, hook or conversion applies to those that are written then. */
export const addWorktree = async (repository: string, place: string, commit: string): Promise<void> => {
  await mkdir(dirname(place), { recursive: true });
  const write = (folder: string, ...args: readonly string[]) =>
    runGit(folder, [...AS_WRITER, ...args], { env: BELIEVING });
  // Git keeps the place of a work tree that a person removed.
  await write(repository, 'worktree', 'add', '--force', '--quiet', '--detach', '--no-checkout', place, commit);
  await write(place, 'read-tree', commit);
};

/** From the work tree itself, which knows its repository. */
export const removeWorktree = async (place: string): Promise<void> => {
  await runGit(place, ['worktree', 'remove', '--force', place]);
};
