/**
 * The process that works on the run, or on the task list, of a config; found by the lock that it holds.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { runFolders } from '../../records/run-folders.ts';
import { followRun } from '../../work/follow-run.ts';
import { listFolders } from '../../work/list-folders.ts';

export type Holder = NonNullable<ReturnType<typeof readLock>> & {
  /** Path of the lock. */
  readonly lock: string;
};

/**
 * @param config - of the checkout
 * @param named - id of a run; default: the active list, else the active run
 * @returns `null` if no process works on it
 */
export const findHolder = async (config: Config, named?: string): Promise<Holder | null> => {
  const ofList = config.list === null || named !== undefined ? null : read(listFolders(config.folder, 'none').lock);
  if (ofList !== null) return ofList;
  const { folder } = await followRun(config, named);
  const holder = read(runFolders(folder, 'none').lock);
  return named === undefined || holder?.run === named ? holder : null;
};

const read = (lock: string): Holder | null => {
  const holder = readLock(lock);
  return holder?.live === true ? { ...holder, lock } : null;
};
