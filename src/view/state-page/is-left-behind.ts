/**
 * Whether STATE.md is out of date. A separate file, because `status` checks it each time.
 *
 * @module
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { WITHOUT_FOLLOWING } from '../../sources/open-flags.ts';
import { readLock } from '../../ledger/lock-file.ts';
import type { RunFolders } from '../../records/run-folders.ts';
import { printStatusName } from '../status-name.ts';

/** It is missing, or says that a loop is active, and none is. */
export const isLeftBehind = ({ statePage, lock }: Pick<RunFolders, 'statePage' | 'lock'>): boolean =>
  isOutdated(statePage) && readLock(lock)?.live !== true;

/** Missing, or it says that a loop is active. */
const isOutdated = (path: string): boolean => {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, WITHOUT_FOLLOWING);
    const start = Buffer.alloc(100);
    const length = readSync(descriptor, start);
    return start
      .toString('utf8', 0, length)
      .split('\n')
      .includes(`Status: ${printStatusName('running')}`);
  } catch {
    return true;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
};
