/**
 * Does anything still run of a run whose loop was killed? It would write beside the next run. Temporary folders in which nothing runs
 * any more are removed.
 *
 * @module
 */
import { LedgerError } from '../../ledger/ledger-error.ts';
import { readLock } from '../../ledger/lock.ts';
import type { Config } from '../../config/shape-config.ts';
import { describeLeft, findLeftRunning, type LeftRunning, listRunsLeft } from '../../run/left-running.ts';
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
    const left = [...(await findOfRuns(folder, config)), ...describeLeft(findRunningIn(folders))];
    const all = [...new Map(left.map((each) => [each.pid, each])).values()];
    if (all.length > 0)
      return problem(
        all.length === 1 ? 'a process of a killed run still runs' : `${all.length} processes of killed runs still run`,
        `dualgate resume, or the next dualgate run, ends them first. To end them now: kill ${all.map(({ pid }) => pid).join(' ')}`,
        all.map(({ pid, command }) => `${pid} ${command}`),
      );
    const { removed } = await removeLeftFolders();
    return ok(
      removed.length === 0
        ? 'no killed run left anything'
        : `${removed.length} temporary ${removed.length === 1 ? 'folder' : 'folders'} of killed processes removed`,
    );
  },
};

/** Here, and in every work tree of this checkout that no loop holds. */
const findOfRuns = async (folder: string, config: Config | null): Promise<readonly LeftRunning[]> => {
  const places = new Set([folder, ...(await findPlaces(config))]);
  return [...places]
    .map((place) => runFolders(place, 'none'))
    .filter(({ lock }) => readLock(lock)?.live !== true)
    .flatMap(({ runs }) => listRunsLeft(runs))
    .flatMap(findLeftRunning);
};

/** A ledger that does not hold is what another check tells. */
const findPlaces = async (config: Config | null): Promise<readonly string[]> => {
  try {
    return config === null ? [] : (await followRuns(config)).map((each) => each.folder);
  } catch (error) {
    if (error instanceof LedgerError) return [];
    throw error;
  }
};
