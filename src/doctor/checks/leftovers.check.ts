/**
 * Are processes of a crashed run still running? They would disturb the next run. Temporary folders without a process are
 * removed.
 *
 * @module
 */
import { realpathSync } from 'node:fs';
import { LedgerError, LockError } from '../../ledger/ledger-error.ts';
import { readLock } from '../../ledger/lock.ts';
import type { Config } from '../../config/shape-config.ts';
import { describeLeft, findLeftRunning, findStraying, type LeftRunning, listRunsLeft } from '../../run/left-running.ts';
import { runFolders } from '../../records/run-folders.ts';
import { findLeftFolders, findRunningIn, removeLeftFolders } from '../../temporary/remove-left.ts';
import { followRuns } from '../../work/follow-run.ts';
import type { Check } from '../check.ts';
import { ok, problem } from '../finding.ts';

export const leftoversCheck: Check = {
  name: 'leftovers',
  needs: ['lock'],
  look: async ({ folder, config }) => {
    const folders = findLeftFolders();
    const known = [...(await findOfRuns(folder, config)), ...describeLeft(findRunningIn(folders))];
    const left = [...known, ...findStraying(realpathSync(folder), isActive)];
    const all = [...new Map(left.map((each) => [each.pid, each])).values()];
    if (all.length > 0)
      return problem(
        all.length === 1
          ? '1 process of a crashed run is still running'
          : `${all.length} processes of crashed runs are still running`,
        `${known.length === all.length ? 'dualgate resume, and the next dualgate run, end them first.' : 'No record of that run is left, so dualgate does not end them.'} To end them now: kill ${all.map(({ pid }) => pid).join(' ')}`,
        all.map(({ pid, command }) => `${pid} ${command}`),
      );
    const { removed } = await removeLeftFolders();
    return ok(
      removed.length === 0
        ? 'crashed runs left no processes or files'
        : `${removed.length} temporary ${removed.length === 1 ? 'folder' : 'folders'} of crashed processes removed`,
    );
  },
};

/** The lock check reports a file that is no lock. */
const isActive = (place: string): boolean => {
  try {
    return readLock(runFolders(place, 'none').lock)?.live === true;
  } catch (error) {
    if (error instanceof LockError) return true;
    throw error;
  }
};

/** Here, and in every worktree of this checkout that no run has locked. */
const findOfRuns = async (folder: string, config: Config | null): Promise<readonly LeftRunning[]> => {
  const places = new Set([folder, ...(await findPlaces(config))]);
  return [...places]
    .map((place) => runFolders(place, 'none'))
    .filter(({ lock }) => readLock(lock)?.live !== true)
    .flatMap(({ runs }) => listRunsLeft(runs))
    .flatMap(findLeftRunning);
};

/** Another check reports an invalid ledger. */
const findPlaces = async (config: Config | null): Promise<readonly string[]> => {
  try {
    return config === null ? [] : (await followRuns(config)).map((each) => each.folder);
  } catch (error) {
    if (error instanceof LedgerError) return [];
    throw error;
  }
};
