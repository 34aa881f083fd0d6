/** Reports that programs and browsers read: HTML with the page, and traces. `report` loads this file only for them. */
import type { Config } from '../project/config/config.ts';
import { DualgateError } from '../../gates/errors.ts';
import { readPage, readRedacted, readPageList } from '../page/report/read-page.ts';
import { readRuns, type Which } from './read-runs.ts';
import { text, type Values, UsageError } from './command.ts';
import { type CommandIo, EXIT } from './terminal/io.ts';
import { openRecorded, type Place } from './find-place.ts';
import { openOwnConfig } from './open-config.ts';
import { plain } from './render/paint.ts';
import { writeBeside } from './terminal/write-out.ts';
import type { PageData, PageList } from '../page/page-data.ts';
import { type PageParts, readPageParts, renderPage, trimRecord } from '../page/render-page.ts';
import { renderOtlp, spansOfRun } from '../page/report/spans-of-run.ts';

/** @returns the exit code @throws {DualgateError} when none of the runs can be read */
export const writePage = async (values: Values, which: Which, io: CommandIo): Promise<number> => {
  const out = text(values, 'output');
  if (out === undefined && io.isLive)
    throw new UsageError('--format html needs --output FILE, or stdout that is not a terminal');
  const own = await openOwn(values, which, io);
  const { runs, problems: unread } = await readRuns(own, which, (each) => readPage(each));
  const problems = [...unread];
  const list = await findList(own, runs).catch((error: unknown) => {
    if (!(error instanceof DualgateError)) throw error;
    problems.push(error.message);
    return null;
  });
  const html = renderHtmlReport(runs, undefined, list);
  if (out === undefined) io.print(html.trimEnd());
  else {
    const path = await writeBeside(io, out, html);
    io.print(`Wrote ${path}, ${renderSize(Buffer.byteLength(html))}. Open it in a browser.`);
  }
  for (const problem of problems) io.complain(plain(problem));
  return problems.length === 0 ? EXIT.ok : EXIT.no;
};

const openOwn = async (values: Values, { since, run }: Which, io: CommandIo): Promise<Config | Place> =>
  (since === null ? await openRecorded(run, values, io) : null) ?? openOwnConfig(values, io);

/** The list of one of the runs. @throws {LedgerError} if its ledger is broken */
const findList = async (own: Config | Place, runs: readonly { readonly run: string }[]) => {
  const list = !('list' in own) || own.list === null ? null : await readPageList(own);
  return list?.tasks.some((task) => runs.some(({ run }) => run === task.run)) === true ? list : null;
};

const renderSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Characters of data of all runs; above it, records are shortened. */
const MAX_DATA = 8_000_000;

/**
 * The report as one HTML file, small enough for a mail. @param runs - at least one, in the order of their starts
 * @param list - the task list of one of them @throws {PageError} when the page was not built
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
    records: run.records.map(({ n, said, ...record }) => ({ ...trimRecord(record, most), n, said })),
  }));
};

const sizeOf = (items: readonly unknown[]): number =>
  items.reduce<number>((sum, item) => sum + JSON.stringify(item).length, 0);

/** @returns the exit code @throws {DualgateError} when none of the runs can be read */
export const writeTraces = async (values: Values, which: Which, io: CommandIo): Promise<number> => {
  const { runs, problems } = await readRuns(await openOwn(values, which, io), which, async (each) => ({
    run: each.run,
    spans: spansOfRun(await readRedacted(each)),
  }));
  const json = renderOtlp(runs);
  const out = text(values, 'output');
  if (out === undefined) io.print(json);
  else await writeBeside(io, out, `${json}\n`);
  for (const problem of problems) io.complain(plain(problem));
  return problems.length === 0 ? EXIT.ok : EXIT.no;
};
