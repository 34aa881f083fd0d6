/**
 * A run for a page in a file: all of its iterations in rows, the last records, trimmed, and the content of the report
 * in words; read from its ledger.
 */
import { type WorkRecord, asWorkRecord } from '../../records/records.ts';
import { foldPage, NO_PAGE, type PageFold, placeOf } from '../page-fold.ts';
import { type PageRow, pageRowOf, pageStatusOf } from '../page-status.ts';
import { DualgateError } from '../../../gates/errors.ts';
import { readLedger } from '../../ledger/ledger-record.ts';
import { headOf } from '../head-of.ts';
import type { PageData, PlacedRecord } from '../page-data.ts';
import { RECORDED_IN_FILE } from '../page-window.ts';
import { placeRecord } from '../placed-record.ts';
import { configIn } from '../../records/ruling-config.ts';
import { createRedactData, type RedactData } from '../../base/redact-text.ts';
import { refuseBroken } from '../../records/read-records.ts';
import type { TaskStatus } from '../../queue/list/describe-list.ts';
import { makeReport } from './make-report.ts';
import { stepsOfTask, type Report } from './report.ts';
import type { ReportSection, Word } from '../report-section.ts';
import { showText } from '../show-text.ts';
import { listSections } from './list-sections.ts';

// All records of a run at once, for a page that is a file: the iteration that each belongs to, and a row of every iteration.
// Pure.

interface PlacedRun {
  /** Behind the last record. */
  readonly fold: PageFold;
  /** All iterations, in order. */
  readonly rows: readonly PageRow[];
  /** The iteration `n` of each record. */
  readonly places: readonly number[];
}

/** @param records - without secrets @param start - what was folded before them */
export const placeRecords = (records: readonly WorkRecord[], start: PageFold = NO_PAGE): PlacedRun => {
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

/** The sections of a report for the page: words of others are cut as in Markdown, with the original length. */
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
