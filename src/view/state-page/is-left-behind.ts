/** Whether STATE.md is out of date. A separate file, because `status` checks it each time. */
import { readLock } from '../../ledger/lock-file.ts';
import type { RunFolders } from '../../records/run-folders.ts';
import { printStatusName } from '../status-name.ts';
import { readStart } from '../../base/files/open-plain.ts';

/** It is missing, or says that a loop is active, and none is. */
export const isLeftBehind = ({ statePage, lock }: Pick<RunFolders, 'statePage' | 'lock'>): boolean =>
  isOutdated(statePage) && readLock(lock)?.live !== true;

/** Missing, or it says that a loop is active. */
const isOutdated = (path: string): boolean => {
  const start = readStart(path, 100);
  return (
    start === null ||
    start
      .toString('utf8')
      .split('\n')
      .includes(`Status: ${printStatusName('running')}`)
  );
};
