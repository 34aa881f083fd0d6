/** The runs of a workspace. */
import { readdirSync, statSync } from 'node:fs';
import { runFolders } from '../records/run-folders.ts';

/**
 * Ids of runs that have a ledger, in the order of their start.
 *
 * @param workspace - its folder
 * @param since - only those with a record after it
 */
export const listRuns = (workspace: string, since: Date = new Date(0)): readonly string[] => {
  const { runs } = runFolders(workspace, 'none');
  return listFolders(runs)
    .filter((run) => {
      const stat = statSync(runFolders(workspace, run).ledger, { throwIfNoEntry: false });
      return stat?.isFile() === true && stat.mtime >= since;
    })
    .sort();
};

const listFolders = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => /^[A-Za-z0-9-]+$/.test(name));
  } catch {
    return [];
  }
};
