/**
 * What goes on here: a run, or the run of a list of work that is worked on just now.
 *
 * @module
 */
import { type Config, followRun, listFolders, readLock, readWorkList, runFolders } from '../../index.ts';
import { plain } from '../render/text/paint.ts';

export interface Going {
  /** `null`: a list goes on, and is between two of its runs. */
  readonly run: string | null;
  /** Where it works. */
  readonly folder: string;
  readonly ofList: boolean;
  /** Which task of a list it is, in one line. */
  readonly says: string | null;
}

/** @param config - of the checkout @param named - id of a run @returns `null` when nothing goes on @throws {LedgerError} when the ledger of the list does not hold */
export const findGoing = async (config: Config, named: string | undefined): Promise<Going | null> => {
  if (config.list !== null && named === undefined) {
    const going = await findOfList(config);
    if (going !== null) return going;
  }
  const { folder } = await followRun(config, named);
  const holder = readLock(runFolders(folder, named ?? 'none').lock);
  if (holder?.live !== true || (named !== undefined && holder.run !== named)) return null;
  return { run: holder.run, folder, ofList: false, says: null };
};

const findOfList = async (config: Config): Promise<Going | null> => {
  const holder = readLock(listFolders(config.folder, 'none').lock);
  if (holder?.live !== true) return null;
  const { state } = (await readWorkList(config, holder.run)) ?? {};
  const tasks = state?.tasks ?? [];
  const at = tasks.findIndex(({ is }) => is === 'going');
  const { run = null, folder = null, name = '' } = tasks[at] ?? {};
  const between: Going = { run: null, folder: config.folder, ofList: true, says: null };
  if (run === null || folder === null) return between;
  const working = readLock(runFolders(folder, run).lock);
  if (working?.live !== true || working.run !== run) return between;
  return { ...between, run, folder, says: `task ${at + 1} of ${tasks.length}: ${plain(name)}` };
};
