/**
 * `dualgate report`: what happened, for the morning after.
 *
 * @module
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Config,
  DualgateError,
  listRuns,
  makeReport,
  parseDuration,
  readLock,
  readRun,
  renderReports,
  type Report,
  runFolders,
} from '../../index.ts';
import { CONFIG_OPTION, type Command, text, type Values } from '../command.ts';
import { EXIT } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { parseRunId } from '../run-id.ts';
import { plain } from '../render/paint.ts';
import { UsageError } from '../usage-error.ts';

const FORMATS = ['md', 'json'] as const;
type Format = (typeof FORMATS)[number];

export const reportCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    since: { type: 'string', value: 'DURATION', help: 'every run of the last 12h, say, in place of one' },
    format: { type: 'string', value: 'md|json', help: 'Markdown, by default, or one JSON object' },
    json: { type: 'boolean', help: 'the same as --format json' },
    out: { type: 'string', short: 'o', value: 'FILE', help: 'write it there, and print nothing' },
  },
  notes: [
    'It is made from the ledger alone. What an operator forced stands at its top, for ever.',
    'A ledger that is broken is not reported: with --since it is named, the others are told, and the exit code is 1.',
  ],
  exits: { 0: 'said', 1: 'with --since: not every run could be reported' },
  run: async (values, [operand], io) => {
    const format = readFormat(values);
    const since = readSince(values, operand);
    const config = openConfig(values, io);
    const { reports, problems } =
      since === null
        ? { reports: [await reportRun(config, parseRunId(operand))], problems: [] }
        : await reportRuns(config, since);
    const whole = format === 'json' ? JSON.stringify({ v: 1, reports }) : renderReports(reports).trimEnd();
    const out = text(values, 'out');
    if (out === undefined) io.print(whole);
    else writeFileSync(resolve(io.cwd, out), `${whole}\n`);
    for (const problem of problems) io.complain(plain(problem));
    return problems.length === 0 ? EXIT.ok : EXIT.no;
  },
};

const readFormat = (values: Values): Format => {
  const isJson = values['json'] === true;
  const given = text(values, 'format') ?? (isJson ? 'json' : 'md');
  const format = FORMATS.find((each) => each === given);
  if (format === undefined)
    throw new UsageError(
      `--format must be md or json (got ${given}${given === 'html' ? ', which is not there yet' : ''})`,
    );
  if (isJson && format !== 'json') throw new UsageError(`--json and --format ${format} contradict each other`);
  return format;
};

const readSince = (values: Values, operand: string | undefined): Date | null => {
  const given = text(values, 'since');
  if (given === undefined) return null;
  if (operand !== undefined) throw new UsageError('--since is of every run, and RUN of one: give one of them');
  const ms = parseDuration(given);
  if (ms === null) throw new UsageError(`--since must be a duration, such as 12h or 90m (got ${given})`);
  return new Date(Date.now() - ms);
};

/** @throws {DualgateError} when there is no such run, or when its ledger does not hold */
export const reportRun = async (config: Config, run: string | undefined): Promise<Report> => {
  const reading = await readRun(config, run);
  const holder = readLock(runFolders(config.folder, reading.run).lock);
  const isGoing = holder?.live === true && holder.run === reading.run;
  return makeReport(reading.records, { isGoing });
};

const reportRuns = async (
  config: Config,
  since: Date,
): Promise<{ readonly reports: readonly Report[]; readonly problems: readonly string[] }> => {
  const reports: Report[] = [];
  const problems: string[] = [];
  for (const run of listRuns(config.folder, since)) {
    try {
      reports.push(await reportRun(config, run));
    } catch (error) {
      if (!(error instanceof DualgateError)) throw error;
      problems.push(error.message);
    }
  }
  return { reports, problems };
};
