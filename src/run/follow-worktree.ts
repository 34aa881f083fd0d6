/**
 * The note by which commands in the user's checkout find the work tree of its last run.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { readText } from '../files/open-plain.ts';
import { writeView } from '../ledger/files/write-view.ts';
import { worktreeNote } from '../ledger/state-folder.ts';
import { findConfigThere } from '../read-config/config-there.ts';

/**
 * From here on, commands in the checkout refer to the work tree. @param folder - absolute: the workspace in the work
 * tree
 */
export const noteWorktree = (config: Config, folder: string): void =>
  writeView(worktreeNote(config.folder, process.env), `${folder}\n`);

/** The config of the work tree of this checkout's last run; the same config without one. */
export const followWorktree = (config: Config): Config => {
  if (config.workspace === 'here' || config.path === null) return config;
  const folder = (readText(worktreeNote(config.folder, process.env)) ?? '').trim();
  return findConfigThere(config, folder) ?? config;
};
