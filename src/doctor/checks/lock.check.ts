/**
 * Is the workspace free, or has a run locked it (rule 4.7)?
 *
 * @module
 */
import { LockError } from '../../ledger/ledger-error.ts';
import { readLock } from '../../ledger/lock.ts';
import { runFolders } from '../../records/run-folders.ts';
import type { Check } from '../check.ts';
import { ok, problem, problemOf, warning } from '../finding.ts';

export const lockCheck: Check = {
  name: 'lock',
  needs: ['state'],
  look: async ({ folder }) => {
    try {
      const holder = readLock(runFolders(folder, 'none').lock);
      if (holder === null) return ok('no other run is active here');
      const who = `the run ${holder.run} (pid ${holder.pid} on ${holder.host}, since ${holder.since})`;
      if (holder.live)
        return problem(`locked by ${who}`, 'Wait until it ends, or stop it with Ctrl+C in its terminal.');
      return warning(
        `lock of ${who}, whose process is gone`,
        'Do not delete the lock: the next run takes it over. To resume the old run: dualgate resume.',
      );
    } catch (error) {
      if (error instanceof LockError) return problemOf(error.message);
      throw error;
    }
  },
};
