/**
 * `dualgate report`: what a run did.
 *
 * @module
 */
import { extname } from 'node:path';
import type { Config } from '../../config/shape-config.ts';
import { createRedactData } from '../../redact/redact-data.ts';
import { DualgateError } from '../../../gates/errors.ts';
import { followRun, followRuns } from '../../work/follow-run.ts';
import { type ListReport, reportList } from '../../report/report-list.ts';
import { listRuns } from '../../view/list-runs.ts';
import { createReport } from '../../report/make-report.ts';
import { parseDuration } from '../../config/schema/duration.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { walkRecords } from '../../records/read-records.ts';
import { asWorkRecord } from '../../records/records.ts';
import { isLeftBehind } from '../../view/state-page/is-left-behind.ts';
import { readRunSummary } from '../../view/read-run.ts';
import { renderListReport } from '../../report/render-list.ts';
import { renderReports } from '../../report/render-reports.ts';
import type { Report } from '../../report/report.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';
import { type Command, text, type Values } from '../command.ts';
import { writePage } from '../report/html-report.ts';
import { writeTraces } from '../report/otlp-report.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openOwnConfig } from '../open-config.ts';
import { findPlace, type Place, placeIn } from '../report/open-place.ts';
import { readRunOption } from '../run-id.ts';
import { plain } from '../render/text/paint.ts';
import { UsageError } from '../usage-error.ts';
import { writeOut } from '../terminal/write-out.ts';

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
