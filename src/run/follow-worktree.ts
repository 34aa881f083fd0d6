/** The work tree that commands in a checkout refer to: the checkout records its place. */
import { readText } from '../base/files/open-plain.ts';
import { writeView } from '../ledger/write-view.ts';
import { worktreeNote } from '../ledger/state-folder.ts';
import type { Config } from '../project/config/config.ts';
import { findConfigThere } from '../read-config/parse-config.ts';

/** From here on, commands in the checkout refer to the work tree. @param folder - absolute: the workspace in the work tree */
export const noteWorktree = (config: Config, folder: string): void =>
  writeView(worktreeNote(config.folder, process.env), `${folder}\n`);

/** The config of the work tree of this checkout's last run; the same config without one. */
export const followWorktree = (config: Config): Config => {
  if (config.workspace === 'here' || config.path === null) return config;
  const folder = (readText(worktreeNote(config.folder, process.env)) ?? '').trim();
  return findConfigThere(config, folder) ?? config;
};
