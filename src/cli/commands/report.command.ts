/** `dualgate report`: what a run did. */
import { extname } from 'node:path';
import { renderReports } from '../../page/report/make-report.ts';
import { reportRun } from '../../page/report/render-list.ts';
import { parseDuration } from '../../base/text/amounts.ts';
import { text, type Values, UsageError, type Command } from '../command.ts';
import { findPlace, isPageLeft, openRecorded } from '../find-place.ts';
import { plain } from '../render/paint.ts';
import type { Which } from '../read-runs.ts';
import type { Found } from '../reports-by-config.ts';
import { readRunOption } from '../run-id.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { writeBeside } from '../terminal/write-out.ts';

const FORMATS = ['md', 'json', 'html', 'otlp'] as const;
type Format = (typeof FORMATS)[number];

export const reportCommand: Command = {
  run: async (values, _operands, io) => {
    const format = readFormat(values);
    const since = readSince(values);
    const run = await readRunOption(values, io);
    if (format === 'html') return (await import('../report-pages.ts')).writePage(values, { since, run }, io);
    if (format === 'otlp') return (await import('../report-pages.ts')).writeTraces(values, { since, run }, io);
    const { problems, ...found } = await collectReports(values, { since, run }, io);
    const whole = format === 'json' ? JSON.stringify(asJson(found)) : (await render(found)).trimEnd();
    const out = text(values, 'output');
    if (out === undefined) io.print(whole);
    else await writeBeside(io, out, `${whole}\n`);
    for (const problem of problems) io.complain(plain(problem));
    return problems.length === 0 ? EXIT.ok : EXIT.no;
  },
};

/** One run where that is clear without the config. */
const collectReports = async (values: Values, which: Which, io: CommandIo): Promise<Found> => {
  const { since, run } = which;
  const place = since === null ? findPlace(run, values, io) : null;
  const alone = since === null && place === null ? await openRecorded(run, values, io) : null;
  if (alone !== null) return { reports: [await reportRun(alone, run)], problems: [] };
  if (place !== null && !isPageLeft(place.folder, run)) return { reports: [await reportRun(place, run)], problems: [] };
  return (await import('../reports-by-config.ts')).collectByConfig(values, which, io);
};

const asJson = ({ list, isGoing, reports }: Omit<Found, 'problems'>) => ({
  v: 1,
  ...(list === undefined ? {} : { list: { ...list, going: isGoing } }),
  reports,
});

const render = async ({ list, isGoing = false, reports }: Omit<Found, 'problems'>): Promise<string> =>
  list === undefined
    ? renderReports(reports)
    : (await import('../../page/report/render-list.ts')).renderListReport({ list, isGoing, reports });

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
