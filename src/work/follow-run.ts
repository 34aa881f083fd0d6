/**
 * The config for the folder where a run works: this checkout, the work tree of its last run, or that of a task of its
 * list.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../config/shape-config.ts';
import { readConfig } from '../read-config/read-config.ts';
import { followWorktree } from '../run/open-worktree.ts';
import { readWorkList } from './read-work-list.ts';

/**
 * @param config - of the checkout
 * @param run - its id; the last one by default
 * @throws {LedgerError} when the ledger of the list is broken
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

/**
 * The configs of all known folders where runs of this checkout work: here, the work tree of the last run, and those
 * of the tasks of its list; each once.
 *
 * @throws {LedgerError} as `followRun`
 */
export const followRuns = async (config: Config): Promise<readonly Config[]> => {
  const { state } = (config.list === null ? null : await readWorkList(config)) ?? { state: null };
  const runs = [undefined, ...(state?.tasks.flatMap(({ run }) => run ?? []) ?? [])];
  const configs = [config, ...(await Promise.all(runs.map((run) => followRun(config, run))))];
  return [...new Map(configs.map((each) => [each.folder, each])).values()];
};
