/**
 * The default run of an operator: the active one, else the last one that began.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { readLock } from '../ledger/lock.ts';
import { noRunStarted } from '../records/run-error.ts';
import { readCurrentRun, runFolders } from '../records/run-folders.ts';

/** @throws {RunError} when there is none */
export const chooseRun = (config: Config): string => {
  const holder = readLock(runFolders(config.folder, 'none').lock);
  const run = holder?.live === true ? holder.run : readCurrentRun(config.folder);
  if (run !== null) return run;
  throw noRunStarted(config.folder);
};
