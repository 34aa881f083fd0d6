/** Waits for a lock that other processes hold for some milliseconds. */
import { setTimeout as pause } from 'node:timers/promises';
import { LockError } from '../../ledger/ledger-error.ts';
import { takeLock } from '../../ledger/lock.ts';

/** A change takes some milliseconds. A lock that is held longer belongs to a stopped process, or to another machine. */
const WAIT_MS = 10_000;

/** The lock is taken at once or not at all; a change of another process is short. @throws {LockError} after 10 seconds */
export const waitForLock = async (
  ...[path, claim]: Parameters<typeof takeLock>
): Promise<ReturnType<typeof takeLock>> => {
  for (const start = performance.now(); ; ) {
    try {
      return takeLock(path, claim);
    } catch (error) {
      // An error with a cause is not about another holder.
      const isTaken = error instanceof LockError && error.cause === undefined;
      if (!isTaken || performance.now() - start > WAIT_MS) throw error;
    }
    await pause(1 + Math.random() * 10);
  }
};
