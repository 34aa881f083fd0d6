/**
 * The config for the folder where a run works: this checkout, the work tree of its last run, or that of a task of its
 * list.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { findConfigThere } from '../read-config/config-there.ts';
import { followWorktree } from '../run/follow-worktree.ts';
import { readWorkList } from './read-work-list.ts';

/**
 * @param config - of the checkout
 * @param run - its id; the last one by default
 * @throws {LedgerError} when the ledger of the list is broken
 */
export const followRun = async (config: Config, run?: string): Promise<Config> => {
  if (run === undefined || isOnePlace(config)) return followWorktree(config);
  const { state } = (await readWorkList(config)) ?? {};
  return followFolder(config, state?.tasks.find((task) => task.run === run)?.folder ?? null);
};

/**
 * The configs of all known folders where runs of this checkout work: here, the work tree of the last run, and those
 * of the tasks of its list; each once. If a task is active there, its spec is that of the config.
 *
 * @throws {LedgerError} as `followRun`
 */
export const followRuns = async (config: Config): Promise<readonly Config[]> => {
  const { state } = (config.list === null ? null : await readWorkList(config)) ?? {};
  const tasks = state?.tasks.filter(({ run }) => run !== null) ?? [];
  const trees = isOnePlace(config) ? [] : tasks.map(({ folder }) => followFolder(config, folder));
  const places = new Map([config, followWorktree(config), ...trees].map((each) => [each.folder, each]));
  return [...places.values()].map((place) => {
    const task = tasks.findLast(({ is, folder }) => is === 'going' && folder === place.folder);
    return task === undefined ? place : { ...place, work: { spec: task.spec } };
  });
};

/** Every run works in one folder. */
const isOnePlace = ({ list, workspace, path }: Config): boolean =>
  list === null || workspace === 'here' || path === null;

const followFolder = (own: Config, folder: string | null): Config =>
  (folder === null ? null : findConfigThere(own, folder)) ?? followWorktree(own);
