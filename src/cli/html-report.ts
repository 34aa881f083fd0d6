/**
 * `dualgate report --format html`: the page of one run, of those since a time, or of the tasks of a list, in one file.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { chooseRun } from '../operator/choose-run.ts';
import type { Config } from '../config/shape-config.ts';
import { createRedactData } from '../redact/redact-data.ts';
import { DualgateError } from '../../gates/errors.ts';
import { followRun, followRuns } from '../work/follow-run.ts';
import { type LedgerOfRun, readPages } from '../report/read-page.ts';
import { listRuns } from '../view/list-runs.ts';
import { readListStatus } from '../work/read-work-list.ts';
import { readLock } from '../ledger/lock-file.ts';
import { readPageList } from '../report/read-page-list.ts';
import { FaultError, RunError } from '../records/run-error.ts';
import { runFolders } from '../records/run-folders.ts';
import { text, type Values } from './command.ts';
import { type CommandIo, EXIT } from './terminal/io.ts';
import { openOwnConfig } from './open-config.ts';
import { plain } from './render/text/paint.ts';
import { UsageError } from './usage-error.ts';
import { writeOut } from './terminal/write-out.ts';
import type { PageData, PageList } from '../page/page-data.ts';
import { type PageParts, readPageParts } from '../page/page-parts.ts';
import { renderPage } from '../page/render-page.ts';
import { trimRecord } from '../page/trim-record.ts';

interface Which {
  readonly since: Date | null;
  readonly run: string | undefined;
}

/** @returns the exit code @throws {DualgateError} when none of the runs can be read */
export const writePage = async (values: Values, which: Which, io: CommandIo): Promise<number> => {
  const out = text(values, 'output');
  if (out === undefined && io.isLive)
    throw new UsageError('--format html needs --output FILE, or stdout that is not a terminal');
  const own = openOwnConfig(values, io);
  const { runs, problems: unread } = await readPages(await findLedgers(own, which));
  const problems = [...unread];
  if (runs.length === 0) throw problems[0] === undefined ? new RunError(whyNone(which)) : new FaultError(problems[0]);
  const list = await findList(own, runs).catch((error: unknown) => {
    if (!(error instanceof DualgateError)) throw error;
    problems.push(error.message);
    return null;
  });
  const html = renderHtmlReport(runs, undefined, list);
  if (out === undefined) io.print(html.trimEnd());
  else {
    const path = writeOut(io, out, html);
    io.print(`Wrote ${path}, ${renderSize(Buffer.byteLength(html))}. Open it in a browser.`);
  }
  for (const problem of problems) io.complain(plain(problem));
  return problems.length === 0 ? EXIT.ok : EXIT.no;
};

const whyNone = ({ since }: Which): string =>
  since === null
    ? 'Cannot write the page: no task of the list has a run yet. See the list with dualgate status.'
    : 'Cannot write the page: no run is in that period. Give a longer --since.';

/** The list of one of the runs. @throws {LedgerError} if its ledger is broken */
const findList = async (own: Config, runs: readonly { readonly run: string }[]) => {
  const list = own.list === null ? null : await readPageList(own);
  return list?.tasks.some((task) => runs.some(({ run }) => run === task.run)) === true ? list : null;
};

const findLedgers = async (own: Config, { since, run }: Which): Promise<readonly LedgerOfRun[]> => {
  if (since !== null)
    return (await followRuns(own)).flatMap((place) => listRuns(place.folder, since).map(ledgerIn(place)));
  const list = run === undefined && own.list !== null ? await readListStatus(own) : null;
  const runs = list?.tasks.flatMap((task) =>
    task.run === null || task.folder === null
      ? []
      : [{ ...ledgerIn({ ...own, folder: task.folder })(task.run), folder: task.folder, task }],
  );
  // A run that could not start has no ledger, and the list has the reason; a missing folder is reported.
  if (runs !== undefined && runs.length > 0)
    return runs.filter(({ ledger, folder }) => existsSync(ledger) || !existsSync(folder));
  const place = await followRun(own, run);
  const found = ledgerIn(place)(run ?? chooseRun(place));
  if (!existsSync(found.ledger))
    throw new RunError(
      `Cannot find the run ${found.run}: it has no ledger in ${place.folder}. Choose one of .dualgate/runs.`,
    );
  return [found];
};

const ledgerIn =
  (config: Config) =>
  (run: string): LedgerOfRun => {
    const { ledger, lock } = runFolders(config.folder, run);
    const holder = readLock(lock);
    const isGoing = holder?.live === true && holder.run === run;
    return { run, ledger, isGoing, redact: createRedactData(config, process.env) };
  };

const renderSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Characters of data of all runs; above it, records are shortened. */
const MAX_DATA = 8_000_000;

/**
 * The report as one HTML file: the page with its data, small enough for a mail.
 *
 * @param runs - at least one, in the order of their starts
 * @param list - the task list of one of them
 * @throws {PageError} when the page was not built
 */
export const renderHtmlReport = (
  runs: readonly PageData[],
  parts: PageParts = readPageParts(),
  list: PageList | null = null,
): string => renderPage(parts, { v: 1, runs: fit(runs), ...(list === null ? {} : { list }) }).html;

/** Pure. Long runs have fewer details. */
const fit = (runs: readonly PageData[]): readonly PageData[] => {
  const ofRows = runs.reduce((sum, { rows }) => sum + sizeOf(rows), 0);
  const size = runs.reduce((sum, { records }) => sum + sizeOf(records), ofRows);
  if (size <= MAX_DATA) return runs;
  const count = runs.reduce((sum, { records }) => sum + records.length, 0);
  const most = Math.max(0, Math.floor((MAX_DATA - ofRows) / count));
  return runs.map((run) => ({
    ...run,
    records: run.records.map(({ n, ...record }) => ({ ...trimRecord(record, most), n })),
  }));
};

const sizeOf = (items: readonly unknown[]): number =>
  items.reduce<number>((sum, item) => sum + JSON.stringify(item).length, 0);
