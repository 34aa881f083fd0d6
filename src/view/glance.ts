/** The status of a run from its checkpoint and the end of its ledger, without the history, the config or the charts. */
import type { ReadConfigOptions } from '../project/config/find-config.ts';
import { locateRun, type RunPlace } from './locate-run.ts';
import { type Checkpoint, readCheckpoint } from './read-checkpoint.ts';
import { runFolders, type RunFolders } from '../records/run-folders.ts';
import { readLock } from '../ledger/lock-file.ts';
import { printStatusName } from './status-name.ts';
import { readStart } from '../base/files/open-plain.ts';

export interface Glance extends Checkpoint, Pick<RunPlace, 'folder'> {}

/**
 * `statusSince` computes the current status when the ledger continues after the checkpoint.
 * @param options.run - its id; the current one by default
 * @returns `null` where this shortcut fails: `readRunSummary` then reads the whole ledger, and reports the problem
 * @throws {ConfigError} when there is no config @throws {RunError} when no run was started
 */
export const glanceAtRun = (options: ReadConfigOptions & { readonly run?: string }): Glance | null => {
  const place = locateRun(options);
  if (place === null) return null;
  const { folder, run } = place;
  const folders = runFolders(folder, run);
  // A reader of the whole ledger makes the page again.
  const checkpoint = isLeftBehind(folders) ? null : readCheckpoint(run, folders.ledger);
  return checkpoint === null ? null : { folder, ...checkpoint };
};

/** Whether STATE.md is missing, or says that a loop is active, and none is. */
export const isLeftBehind = ({ statePage, lock }: Pick<RunFolders, 'statePage' | 'lock'>): boolean =>
  isOutdated(statePage) && readLock(lock)?.live !== true;

const isOutdated = (path: string): boolean => {
  const lines = readStart(path, 100)?.toString('utf8').split('\n');
  return lines === undefined || lines.includes(`Status: ${printStatusName('running')}`);
};
