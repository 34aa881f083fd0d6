/**
 * Where a list stands now, when nobody works on it: an operator may have ended the run of a task that was put aside, of which the
 * list's own ledger learns when `dualgate run` goes on.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import type { Settlement } from '../../machines/index.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { runFolders } from '../records/run-folders.ts';
import { RunError } from '../records/run-error.ts';
import { readWholeState } from '../view/read-state.ts';
import { chooseNext } from './choose-next.ts';
import type { ListState, TaskState } from './list-state.ts';

/** Spec of a task that was put aside → how its run ended last. */
export type RunEnds = ReadonlyMap<string, Settlement>;

/**
 * How the runs of put-aside tasks ended, by their own ledgers; one whose ledger does not hold is a person's to look at, as it was
 * put aside.
 */
export const readRunEnds = async ({ tasks }: ListState): Promise<RunEnds> => {
  const ends = new Map<string, Settlement>();
  for (const { is, spec, run, folder } of tasks) {
    if (is !== 'aside' || run === null || folder === null || !existsSync(runFolders(folder, run).ledger)) continue;
    const end = await readEnd(folder, run);
    if (end !== null) ends.set(spec, end);
  }
  return ends;
};

const readEnd = async (folder: string, run: string): Promise<Settlement | null> => {
  try {
    const { settled } = (await readWholeState(folder, run)).state;
    return settled === null ? null : { status: settled.status, why: settled.why };
  } catch (error) {
    if (error instanceof LedgerError || error instanceof RunError) return null;
    throw error;
  }
};

/** The list with what became of its runs, and how it stands by that: the worst of its tasks, once none is left to begin. Pure. */
export const seeRuns = (state: ListState, ends: RunEnds): ListState => {
  const tasks = state.tasks.map((task) => seeEnd(task, ends.get(task.spec), state.settled !== null));
  const isChanged = tasks.some((task, i) => task !== state.tasks[i]);
  const seen = isChanged ? { ...state, tasks } : state;
  return { ...seen, settled: settleNow(seen, isChanged) };
};

const seeEnd = (task: TaskState, end: Settlement | undefined, isSettled: boolean): TaskState => {
  const { aside } = task;
  if (aside === null || end === undefined) return task;
  if (end.status === 'aborted' && aside.status !== 'aborted')
    return { ...task, aside: { ...aside, status: 'aborted', why: end.why, again: false } };
  // Over, and not marked yet: the list goes on with that, once nothing else is going.
  return end.status === 'completed' && isSettled ? { ...task, is: 'going', aside: null } : task;
};

/** What the last command said is about the one task that it was asked for; and about runs as they were. */
const settleNow = (state: ListState, isChanged: boolean): Settlement | null => {
  const { settled } = state;
  if (settled === null) return null;
  const next = chooseNext(state);
  if (next.do === 'settle') return next.as;
  if (!isChanged || settled.status === 'interrupted' || settled.status === 'paused') return settled;
  return { status: 'paused', why: `dualgate run goes on with ${next.task.name}` };
};
