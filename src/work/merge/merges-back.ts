/**
 * Whether finished tasks are merged back: only where each run has its own worktree and branch.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';

/** By the config; a list that has begun records its target. */
export const mergesBack = ({ list }: Pick<Config, 'list'>): boolean => list !== null && list.workers !== null;

/** The config with another number of workers. */
export const withWorkers = (config: Config, workers: number | undefined): Config =>
  workers === undefined || config.list === null ? config : { ...config, list: { ...config.list, workers } };
