/**
 * Places of checkouts that stay when the process ends: a work tree beside a repository, and a clone.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { REMOTE_SILENCE_MS, runGit } from '../sources/git.ts';
import type { OfRemote } from './checkout.ts';

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

/** No `ext::`, which would start any program. */
const PROTOCOLS = { GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' };

/** Whole, or not there: it has its name when it is complete. */
export const cloneRemote = async ({ remote, head }: OfRemote, place: string): Promise<void> => {
  const draft = join(dirname(place), `.${basename(place)}.${randomUUID().slice(0, 8)}`);
  try {
    await runGit(dirname(place), ['clone', '--quiet', '--progress', '--no-checkout', '--', remote, draft], {
      env: PROTOCOLS,
      silenceMs: REMOTE_SILENCE_MS,
    });
    await runGit(draft, ['checkout', '--quiet', '--detach', head], { env: PROTOCOLS });
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another worker was faster.
    if (!existsSync(place)) throw error;
  }
};
