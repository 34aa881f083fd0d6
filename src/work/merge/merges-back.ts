/**
 * Workers of a list: how many there may be, and whether finished tasks are merged back, which needs a worktree and branch of
 * each run.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { findWorkersProblem } from '../../config/shape-work.ts';
import { RunError } from '../../records/run-error.ts';

/** By the config; a list that has begun records its target. */
export const mergesBack = ({ list }: Pick<Config, 'list'>): boolean => list !== null && list.workers !== null;

/** The config with another number of workers. */
export const withWorkers = (config: Config, workers: number | undefined): Config =>
  workers === undefined || config.list === null ? config : { ...config, list: { ...config.list, workers } };

/** @throws {RunError} for workers that the agent does not have */
export const refuseWorkers = ({ list, agent }: Config): void => {
  const problem = findWorkersProblem(list?.workers ?? null, agent);
  if (problem !== null) throw new RunError(`Cannot work on the list: ${problem}.`);
};
