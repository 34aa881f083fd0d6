/**
 * The report of a task list: its status, and for each of its tasks the report of its last run, in whatever folder
 * that worked.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import type { Config } from '../config/shape-config.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { readLock } from '../ledger/lock-file.ts';
import { runFolders } from '../records/run-folders.ts';
import type { ListStatus, TaskStatus } from '../work/describe-list.ts';
import { listFolders } from '../work/list-folders.ts';
import { readListStatus } from '../work/read-work-list.ts';
import { readReport } from './read-report.ts';
import type { Report } from './report.ts';
import { stepsOfTask } from './steps-of-task.ts';

export interface ListReport {
  readonly list: ListStatus;
  /** Whether a process works on it. */
  readonly isGoing: boolean;
  /** In the order of the tasks; none for a task without a record. */
  readonly reports: readonly Report[];
  /** Tasks with runs that cannot be reported, each in a sentence. */
  readonly problems: readonly string[];
}

/**
 * @param config - of the checkout that the list was started in
 * @returns `null` when none was started
 * @throws {LedgerError} when the ledger of the list is broken; the broken ledger of a run is only reported
 */
export const reportList = async (config: Config): Promise<ListReport | null> => {
  const list = await readListStatus(config);
  if (list === null) return null;
  const reports: Report[] = [];
  const problems: string[] = [];
  for (const task of list.tasks) {
    const found = await reportTask(task);
    if (typeof found === 'string') problems.push(found);
    else if (found !== null) reports.push(found);
  }
  const holder = readLock(listFolders(config.folder, list.list).lock);
  return { list, isGoing: holder?.live === true && holder.run === list.list, reports, problems };
};

/** @returns the problem; `null` when nothing was recorded */
const reportTask = async (task: TaskStatus): Promise<Report | string | null> => {
  const { run, folder, name } = task;
  if (run === null || folder === null) return null;
  const { ledger, lock } = runFolders(folder, run);
  if (!existsSync(folder))
    return `Cannot report ${name}: its folder ${folder} is missing, and with it the ledger of run ${run}. Restore the folder.`;
  // A run that could not begin has none; the list has the reason.
  if (!existsSync(ledger)) return null;
  const holder = readLock(lock);
  try {
    const report = await readReport({ run, ledger, isGoing: holder?.live === true && holder.run === run });
    return { ...report, next: stepsOfTask(task, report) };
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return error.message;
  }
};
