/** A run for a page in a file, read from its ledger: rows of all iterations, last records, the report in words. */
import { type WorkRecord, asWorkRecord } from '../../records/records.ts';
import { foldPage, NO_PAGE, type PageFold, placeOf, type PageRow, pageRowOf, pageStatusOf } from '../page-status.ts';
import { DualgateError } from '../../../gates/errors.ts';
import { readLedger } from '../../ledger/ledger-record.ts';
import { headOf } from '../head-of.ts';
import type { PageData, PlacedRecord, PageList, PageTask } from '../page-data.ts';
import { RECORDED_IN_FILE } from '../page-transcript.ts';
import { placeRecord } from '../render-page.ts';
import { configIn } from '../../records/ruling-config.ts';
import { createRedactData, type RedactData } from '../../base/redact-text.ts';
import { refuseBroken } from '../../records/read-records.ts';
import type { TaskStatus, ListStatus } from '../../queue/list/describe-list.ts';
import { makeReport } from './make-report.ts';
import { stepsOfTask, type Report, type ReportSection, type Word } from './report.ts';
import { showText } from '../trim-value.ts';
import { listSections } from './list-sections.ts';
import { existsSync } from 'node:fs';
import type { Config } from '../../project/config/config.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { stepsAfter } from '../../view/next-steps.ts';
import { readState } from '../../view/read-run.ts';
import { runFolders } from '../../records/run-folders.ts';
import { statusNameOf, whyOf } from '../../view/status-name.ts';
import { listFolders } from '../../queue/list/list-folders.ts';
import { readListStatus } from '../../queue/list/read-work-list.ts';

// All records of a run at once, for a page that is a file: the iteration of each, and a row of every iteration. Pure.

/**
 * @param records - without secrets @param start - what was folded before them
 * @returns the fold behind the last one, a row for each iteration, and the iteration `n` of each record
 */
export const placeRecords = (records: readonly WorkRecord[], start: PageFold = NO_PAGE) => {
  const rows: PageRow[] = [];
  const places: number[] = [];
  let fold = start;
  const addRow = (): void => {
    const row = pageRowOf(fold);
    if (row !== null) rows.push(row);
  };
  for (const record of records) {
    const next = foldPage(fold, record);
    if (placeOf(next) > placeOf(fold)) addRow();
    fold = next;
    places.push(placeOf(fold));
  }
  addRow();
  return { fold, rows, places };
};

export interface LedgerOfRun {
  readonly run: string;
  readonly ledger: string;
  /** For a task list: the next commands name it. */
  readonly task?: TaskStatus | undefined;
  /** Whether a loop is active; a ledger does not know. @default false */
  readonly isGoing?: boolean;
  /** Removes secrets before display. @default those that are known without the config of the run */
  readonly redact?: RedactData;
}

/** Without secrets. @throws {LedgerError} when the ledger is missing or broken */
export const readRedacted = async ({
  run,
  ledger,
  redact = createRedactData(null, process.env),
}: LedgerOfRun): Promise<readonly WorkRecord[]> => {
  await refuseBroken(ledger, run);
  const records: WorkRecord[] = [];
  for await (const sealed of readLedger(ledger)) records.push(redact(asWorkRecord(sealed)));
  return records;
};

/** @throws {LedgerError} when the ledger is missing or broken */
export const readPage = async (given: LedgerOfRun, now = new Date()): Promise<PageData> => {
  const { run, task, isGoing = false } = given;
  const records = await readRedacted(given);
  const report = makeReport(records, { isGoing });
  return {
    ...headOf(
      records.findLast((record) => configIn(record) !== null),
      { run, going: false, commands: false, at: now.toISOString() },
    ),
    ...(isGoing ? { was_going: true } : {}),
    ...foldAll(records),
    sections: pageSectionsOf(task === undefined ? report : { ...report, next: stepsOfTask(task, report) }),
  };
};

const foldAll = (records: readonly WorkRecord[]): Pick<PageData, 'status' | 'rows' | 'records'> => {
  const { fold, rows, places } = placeRecords(records);
  const first = rows.length - RECORDED_IN_FILE + 1;
  const placed = records.flatMap((record, at): readonly PlacedRecord[] => {
    const n = places[at] ?? 0;
    return n < first ? [] : [placeRecord(record, n)];
  });
  return { records: placed, rows, status: pageStatusOf(fold) };
};

/** Several runs, read one after another: the unreadable ones are named. */
export const readEach = async <T>(
  ledgers: readonly LedgerOfRun[],
  read: (each: LedgerOfRun) => Promise<T>,
): Promise<{ readonly runs: readonly T[]; readonly problems: readonly string[] }> => {
  const runs: T[] = [];
  const problems: string[] = [];
  for (const each of ledgers) {
    try {
      runs.push(await read(each));
    } catch (error) {
      if (!(error instanceof DualgateError)) throw error;
      problems.push(error.message);
    }
  }
  return { runs, problems };
};

/** Characters of a text without a limit of its own. */
const MAX_TEXT = 400;

export const pageSectionsOf = (report: Report): readonly ReportSection[] =>
  listSections(report).map(({ title, table, items, notes }) => ({
    title,
    ...(table === undefined
      ? {}
      : { table: { ...table, rows: table.rows.map((row) => row.map((cell) => cell.map(shown))) } }),
    ...(items === undefined ? {} : { items: items.map((line) => line.map(shown)) }),
    ...(notes === undefined ? {} : { notes: notes.map((line) => line.map(shown)) }),
  }));

const shown = (word: Word): Word =>
  typeof word === 'string' || word.theirs !== true
    ? word
    : { ...word, text: showText(word.text, word.most ?? MAX_TEXT) };

/** Characters of a name, and of a reason. */
const MAX_NAME = 300;
const MAX_WHY = 1_200;

/**
 * @param config - of the checkout that the list was started in @returns `null` when none was started
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
    kept: showOrNull(kept, MAX_NAME),
    branch: showOrNull(branch, MAX_NAME),
    ...(merged === undefined ? {} : { merged: { ...merged, into: showText(merged.into, MAX_NAME) } }),
    ...(ready === undefined ? {} : { ready }),
    unmarked: showOrNull(unmarked, MAX_WHY),
    resume: showOrNull(resumeOf(task), MAX_WHY),
  };
};

const showOrNull = (text: string | null, most: number): string | null => (text === null ? null : showText(text, most));

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
