/** `dualgate report`: what a run did. */
import { extname } from 'node:path';
import type { Config } from '../../project/config/config.ts';
import { DualgateError } from '../../../gates/errors.ts';
import { readPage, readRedacted } from '../../page/report/read-page.ts';
import { readRuns, type Which, findPlace, type Place, placeIn } from '../read-runs.ts';
import { readPageList } from '../../page/report/read-page-list.ts';
import { text, type Values, UsageError, type Command } from '../command.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openOwnConfig } from '../open-config.ts';
import { plain } from '../render/paint.ts';
import { writeOut } from '../terminal/write-out.ts';
import type { PageData, PageList } from '../../page/page-data.ts';
import { type PageParts, readPageParts, renderPage, trimRecord } from '../../page/render-page.ts';
import { renderOtlp } from '../../page/report/render-otlp.ts';
import { spansOfRun } from '../../page/report/spans-of-run.ts';
import { createRedactData } from '../../base/redact-text.ts';
import { followRun, followRuns } from '../../queue/list/read-work-list.ts';
import { type ListReport, reportList, renderListReport } from '../../page/report/render-list.ts';
import { listRuns, readRunSummary } from '../../view/read-run.ts';
import { createReport, renderReports } from '../../page/report/make-report.ts';
import { parseDuration } from '../../project/config/schema/duration.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { walkRecords } from '../../records/read-records.ts';
import { asWorkRecord } from '../../records/records.ts';
import { isLeftBehind } from '../../view/state-page/is-left-behind.ts';
import type { Report } from '../../page/report/report.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';
import { readRunOption } from '../run-id.ts';

/** @returns the exit code @throws {DualgateError} when none of the runs can be read */
const writePage = async (values: Values, which: Which, io: CommandIo): Promise<number> => {
  const out = text(values, 'output');
  if (out === undefined && io.isLive)
    throw new UsageError('--format html needs --output FILE, or stdout that is not a terminal');
  const own = openOwnConfig(values, io);
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
    const path = writeOut(io, out, html);
    io.print(`Wrote ${path}, ${renderSize(Buffer.byteLength(html))}. Open it in a browser.`);
  }
  for (const problem of problems) io.complain(plain(problem));
  return problems.length === 0 ? EXIT.ok : EXIT.no;
};

/** The list of one of the runs. @throws {LedgerError} if its ledger is broken */
const findList = async (own: Config, runs: readonly { readonly run: string }[]) => {
  const list = own.list === null ? null : await readPageList(own);
  return list?.tasks.some((task) => runs.some(({ run }) => run === task.run)) === true ? list : null;
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
    records: run.records.map(({ n, said, ...record }) => ({ ...trimRecord(record, most), n, said })),
  }));
};

const sizeOf = (items: readonly unknown[]): number =>
  items.reduce<number>((sum, item) => sum + JSON.stringify(item).length, 0);

/** @returns the exit code @throws {DualgateError} when none of the runs can be read */
const writeTraces = async (values: Values, which: Which, io: CommandIo): Promise<number> => {
  const { runs, problems } = await readRuns(openOwnConfig(values, io), which, async (each) => ({
    run: each.run,
    spans: spansOfRun(await readRedacted(each)),
  }));
  const json = renderOtlp(runs);
  const out = text(values, 'output');
  if (out === undefined) io.print(json);
  else writeOut(io, out, `${json}\n`);
  for (const problem of problems) io.complain(plain(problem));
  return problems.length === 0 ? EXIT.ok : EXIT.no;
};

const FORMATS = ['md', 'json', 'html', 'otlp'] as const;
type Format = (typeof FORMATS)[number];

export const reportCommand: Command = {
  run: async (values, _operands, io) => {
    const format = readFormat(values);
    const since = readSince(values);
    const run = await readRunOption(values, io);
    if (format === 'html') return writePage(values, { since, run }, io);
    if (format === 'otlp') return writeTraces(values, { since, run }, io);
    const { problems, ...found } = await collectReports(values, { since, run }, io);
    const whole = format === 'json' ? JSON.stringify(asJson(found)) : render(found).trimEnd();
    const out = text(values, 'output');
    if (out === undefined) io.print(whole);
    else writeOut(io, out, `${whole}\n`);
    for (const problem of problems) io.complain(plain(problem));
    return problems.length === 0 ? EXIT.ok : EXIT.no;
  },
};

type Found = Partial<Pick<ListReport, 'list' | 'isGoing'>> & Pick<ListReport, 'reports' | 'problems'>;

/** One run, those since a time, or the task list of the config. */
const collectReports = async (
  values: Values,
  { since, run }: { readonly since: Date | null; readonly run: string | undefined },
  io: CommandIo,
): Promise<Found> => {
  const place = since === null ? findPlace(run, values, io) : null;
  if (place !== null && !isPageLeft(place.folder, run)) return { reports: [await reportRun(place, run)], problems: [] };
  const own = openOwnConfig(values, io);
  if (since !== null) return reportRuns(own, since);
  const list = run === undefined && own.list !== null ? await reportList(own) : null;
  if (list !== null) return createRedactData(own, io.env)(list);
  const config = await followRun(own, run);
  if (isPageLeft(config.folder, run)) await readRunSummary(config, run);
  return { reports: [await reportRun(placeIn(config), run)], problems: [] };
};

/** STATE.md of the current run was deleted, or is of a run that was killed: the reader of the whole run makes it again. */
const isPageLeft = (folder: string, run: string | undefined): boolean => {
  const current = readCurrentRun(folder);
  return current !== null && (run ?? current) === current && isLeftBehind(runFolders(folder, current));
};

const asJson = ({ list, isGoing, reports }: Omit<Found, 'problems'>) => ({
  v: 1,
  ...(list === undefined ? {} : { list: { ...list, going: isGoing } }),
  reports,
});

const render = ({ list, isGoing = false, reports }: Omit<Found, 'problems'>): string =>
  list === undefined ? renderReports(reports) : renderListReport({ list, isGoing, reports });

const readFormat = (values: Values): Format => {
  const isJson = values['json'] === true;
  const given = text(values, 'format') ?? (isJson ? 'json' : formatOfName(text(values, 'output')));
  const format = FORMATS.find((each) => each === given);
  if (format === undefined) throw new UsageError(`Option '--format' must be md, json, html or otlp (got ${given})`);
  if (isJson && format !== 'json') throw new UsageError(`Give --json or --format ${format}, not both`);
  return format;
};

/** By the ending of the name. */
const formatOfName = (out = ''): Format => {
  const ending = extname(out).toLowerCase();
  return ending === '.html' || ending === '.htm' ? 'html' : ending === '.json' ? 'json' : 'md';
};

const readSince = (values: Values): Date | null => {
  const given = text(values, 'since');
  if (given === undefined) return null;
  if (values['run'] !== undefined) throw new UsageError('Give --since or --run, not both');
  const ms = parseDuration(given);
  if (ms === null) throw new UsageError(`Option '--since' must be a duration such as 12h or 90m (got ${given})`);
  return new Date(Date.now() - ms);
};

/** @throws {DualgateError} if there is no such run, or if its ledger is broken */
const reportRun = async ({ folder, secrets }: Place, asked: string | undefined): Promise<Report> => {
  const report = createReport();
  const { run } = await walkRecords(folder, asked, (record) => report.see(asWorkRecord(record)));
  const holder = readLock(runFolders(folder, run).lock);
  const isGoing = holder?.live === true && holder.run === run;
  return createRedactData(secrets, process.env)(report.make({ isGoing }));
};

const reportRuns = async (
  own: Config,
  since: Date,
): Promise<{ readonly reports: readonly Report[]; readonly problems: readonly string[] }> => {
  const reports: Report[] = [];
  const problems: string[] = [];
  for (const config of await followRuns(own))
    for (const run of listRuns(config.folder, since)) {
      try {
        reports.push(await reportRun(placeIn(config), run));
      } catch (error) {
        if (!(error instanceof DualgateError)) throw error;
        problems.push(error.message);
      }
    }
  return { reports: reports.sort((a, b) => a.run.localeCompare(b.run)), problems };
};
