/**
 * Is the workspace free, or does a run hold it (RULES 4.7)?
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
      if (holder === null) return ok('free');
      const who = `the run ${holder.run} (pid ${holder.pid} on ${holder.host}, since ${holder.since})`;
      if (holder.live) return problem(`held by ${who}`, 'Wait for it, or end it with Ctrl+C in its terminal.');
      return warning(
        `left behind by ${who}, which is gone`,
        'Nothing has to be deleted: the next run takes it over, and dualgate resume goes on with that one.',
      );
    } catch (error) {
      if (error instanceof LockError) return problemOf(error.message);
      throw error;
    }
  },
};
