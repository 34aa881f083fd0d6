/**
 * The status of a task list for the page: the result of each task and its reason, and the commands that a person can
 * use.
 */
import { existsSync } from 'node:fs';
import { DualgateError } from '../../../gates/errors.ts';
import type { Config } from '../../project/config/config.ts';
import { readLock } from '../../ledger/lock-file.ts';
import type { PageList, PageTask } from '../page-data.ts';
import { showText } from '../show-text.ts';
import { stepsAfter } from '../../view/next-steps.ts';
import { readState } from '../../view/read-run.ts';
import { runFolders } from '../../records/run-folders.ts';
import { statusNameOf, whyOf } from '../../view/status-name.ts';
import type { ListStatus, TaskStatus } from '../../queue/list/describe-list.ts';
import { listFolders } from '../../queue/list/list-folders.ts';
import { readListStatus } from '../../queue/list/read-work-list.ts';
import { stepsOfTask } from './report.ts';

/** Characters of a name, and of a reason. */
const MAX_NAME = 300;
const MAX_WHY = 1_200;

/**
 * @param config - of the checkout that the list was started in
 * @returns `null` when none was started
 * @throws {LedgerError} when the ledger of the list is broken
 */
export const readPageList = async (config: Pick<Config, 'folder' | 'agent'>): Promise<PageList | null> => {
  const list = await readListStatus(config);
  if (list === null) return null;
  const holder = readLock(listFolders(config.folder, list.list).lock);
  const forced = new Set<string>();
  for (const { run, folder } of list.tasks)
    if (run !== null && folder !== null && (await isForced(folder, run))) forced.add(run);
  return pageListOf(list, { isGoing: holder?.live === true && holder.run === list.list, forced });
};

/** Pure. @param now.isGoing - whether a process works on it @param now.forced - runs with a forced exit */
const pageListOf = (
  { list, tasks, ending, done_before: doneBefore }: ListStatus,
  { isGoing, forced }: { readonly isGoing: boolean; readonly forced: ReadonlySet<string> },
): PageList => ({
  list,
  status: ending?.status ?? statusNameOf(null, isGoing),
  why: ending === null ? whyOf(null, isGoing) : showText(ending.why, MAX_WHY),
  tasks: tasks.map((task) => pageTaskOf(task, task.run !== null && forced.has(task.run))),
  done_before: doneBefore.map((spec) => showText(spec, MAX_NAME)),
});

const pageTaskOf = (task: TaskStatus, forced: boolean): PageTask => {
  const { name, needs, is, run, aside, kept, branch, unmarked, merged, ready } = task;
  return {
    task: showText(task.task, MAX_NAME),
    name: showText(name, MAX_NAME),
    needs: needs.map((need) => showText(need, MAX_NAME)),
    is,
    run,
    forced,
    aside: aside === null ? null : { ...aside, why: showText(aside.why, MAX_WHY) },
    kept: show(kept, MAX_NAME),
    branch: show(branch, MAX_NAME),
    ...(merged === undefined ? {} : { merged: { ...merged, into: showText(merged.into, MAX_NAME) } }),
    ...(ready === undefined ? {} : { ready }),
    unmarked: show(unmarked, MAX_WHY),
    resume: show(resumeOf(task), MAX_WHY),
  };
};

const show = (text: string | null, most: number): string | null => (text === null ? null : showText(text, most));

/** The command that resumes a deferred task; `null` when no person can resume it, or it was never started. */
const resumeOf = (task: TaskStatus): string | null => {
  const { aside, run } = task;
  if (aside === null || run === null || (aside.status !== 'stuck' && aside.status !== 'needs_human')) return null;
  const steps = stepsOfTask(task, { run, next: stepsAfter(aside.status, { began: true, held: null }) });
  return steps.find(({ command }) => command.startsWith('dualgate resume '))?.command ?? null;
};

/** From the checkpoint of the run if it has one. The page of the run itself reports an untrustworthy one. */
const isForced = async (folder: string, run: string): Promise<boolean> => {
  if (!existsSync(runFolders(folder, run).ledger)) return false;
  try {
    return (await readState(folder, run)).state.forced.length > 0;
  } catch (error) {
    if (error instanceof DualgateError) return false;
    throw error;
  }
};
