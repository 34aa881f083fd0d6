/**
 * The config of the place where a run works: this checkout, the work tree of its last run, or that of a task of its list.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';
import { followWorktree } from '../run/commits/open-worktree.ts';
import { readWorkList } from './read-work-list.ts';

/**
 * @param config - of the checkout
 * @param run - its id; of the last one when it is left out
 * @throws {LedgerError} when the ledger of the list does not hold
 */
export const followRun = async (config: Config, run?: string): Promise<Config> => {
  if (run === undefined || config.list === null || config.workspace === 'here' || config.path === null)
    return followWorktree(config);
  const { state } = (await readWorkList(config)) ?? {};
  const folder = state?.tasks.find((task) => task.run === run)?.folder ?? null;
  const path = folder === null ? null : join(folder, basename(config.path));
  return path === null || folder === null || !existsSync(path)
    ? followWorktree(config)
    : readConfig({ cwd: folder, config: path });
};
