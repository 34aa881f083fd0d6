/**
 * Whether STATE.md waits for somebody to make it again. Apart from that work: `status` asks it each time.
 *
 * @module
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { WITHOUT_FOLLOWING } from '../../sources/open-flags.ts';
import { readLock } from '../../ledger/lock-file.ts';
import type { RunFolders } from '../../records/run-folders.ts';
import { nameStanding } from '../standing.ts';

/** It is not there, or says that a loop goes on, and none does. */
export const isLeftBehind = ({ statePage, lock }: Pick<RunFolders, 'statePage' | 'lock'>): boolean =>
  isOutdated(statePage) && readLock(lock)?.live !== true;

/** Not there, or it says that a loop goes on. */
const isOutdated = (path: string): boolean => {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, WITHOUT_FOLLOWING);
    const begin = Buffer.alloc(100);
    const length = readSync(descriptor, begin);
    return begin
      .toString('utf8', 0, length)
      .split('\n')
      .includes(`Status: ${nameStanding('running')}`);
  } catch {
    return true;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
};
