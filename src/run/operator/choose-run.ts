/** The default run of an operator: the active one, else the last one that began. */
import type { Config } from '../../project/config/config.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { noRunStarted } from '../../records/run-error.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';

/** @throws {RunError} when there is none */
export const chooseRun = (config: Config): string => {
  const run = findDefaultRun(config);
  if (run !== null) return run;
  throw noRunStarted(config.folder);
};

/** `null` when there is none. */
export const findDefaultRun = ({ folder }: Config): string | null => {
  const holder = readLock(runFolders(folder, 'none').lock);
  return holder?.live === true ? holder.run : readCurrentRun(folder);
};
