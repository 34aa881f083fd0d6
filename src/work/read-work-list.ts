/**
 * A list of work as its ledger tells it, without a lock: for `status`, the report and other programs. Nothing is written
 * but STATE.md, where it tells of something else.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import type { Config } from '../config/shape-config.ts';
import { anchorFolder, readAnchor } from '../ledger/anchor.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { readLedger } from '../ledger/read-ledger.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import { createRedactData } from '../redact/redact-data.ts';
import { listFolders, readCurrentList } from './list-folders.ts';
import { asListRecord, type ListRecord } from './list-record.ts';
import { foldList, type ListState, type TaskState } from './list-state.ts';
import { describeList, type ListStatus } from './describe-list.ts';
import { restoreListPage } from './list-page/list-page.ts';
import type { Settlement } from '../../machines/index.ts';
import { runFolders } from '../records/run-folders.ts';
import { RunError } from '../records/run-error.ts';
import { readWholeState } from '../view/read-state.ts';
import { chooseNext } from './choose-next.ts';

interface ListReading {
  readonly list: string;
  readonly records: readonly ListRecord[];
  readonly state: ListState;
}

/**
 * Reads a list of this checkout (not of the work tree of a run).
 *
 * @param list - its id; the current one when it is left out
 * @returns `null` when none was begun
 * @throws {LedgerError} when its ledger does not hold
 */
export const readWorkList = async (
  config: Pick<Config, 'folder'>,
  list: string | null = readCurrentList(config.folder),
): Promise<ListReading | null> => {
  if (list === null) return null;
  const { ledger } = listFolders(config.folder, list);
  if (!existsSync(ledger)) return null;
  const { problems } = await verifyLedger(ledger, readAnchor(anchorFolder(process.env), list));
  const broken = problems.find(({ code }) => code !== 'torn');
  if (broken !== undefined)
    throw new LedgerError(
      'broken',
      `Cannot read the list ${list}: ${broken.what}. ${broken.advice} dualgate verify ${list} says more; dualgate run --new begins another list.`,
      { path: ledger },
    );
  const sealed: LedgerRecord[] = [];
  for await (const record of readLedger(ledger)) sealed.push(record);
  const records = sealed.map(asListRecord);
  return { list, records, state: foldList(records) };
};

/**
 * Where the current list of this checkout stands now, with what became of the runs of its tasks since it ended.
 *
 * @returns `null` when none was begun
 * @throws {LedgerError} when its ledger does not hold; a run's that does not leaves its task as it was put aside
 */
export const readListStatus = async (config: Pick<Config, 'folder' | 'agent'>): Promise<ListStatus | null> => {
  const reading = await readWorkList(config);
  if (reading === null) return null;
  const status = describeList(seeRuns(reading.state, await readRunEnds(reading.state)));
  await restoreListPage(config, status, reading.records.at(-1)?.at ?? '');
  return createRedactData(config, process.env)(status);
};

/**
 * Where a list stands now, when nobody works on it: an operator may have ended the run of a task that was put aside, of which the
 * list's own ledger learns when `dualgate run` goes on.
 *
 * Spec of a task that was put aside → how its run ended last.
 */
type RunEnds = ReadonlyMap<string, Settlement>;

/**
 * How the runs of put-aside tasks ended, by their own ledgers; one whose ledger does not hold is a person's to look at, as it was
 * put aside.
 */
const readRunEnds = async ({ tasks }: ListState): Promise<RunEnds> => {
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
