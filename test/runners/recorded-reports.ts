/**
 * Reports that real tools wrote, in `test/recorded/reports/`: one folder for each, made by `npm run record` and never edited.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { decodeXml } from '../../src/runners/junit/read-xml.ts';
import { parseJunit } from '../../src/runners/junit/parse-junit.ts';
import { RUNNERS } from '../../src/runners/runners.ts';
import type { SuiteReport } from '../../src/runners/report/suite-report.ts';

export const RECORDED_REPORTS = join(import.meta.dirname, '../recorded/reports');

const counts = z.strictObject({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** Errors outside of tests. */
  outside: z.number(),
  not_loaded: z.number(),
  /** Whether the report is believed. */
  complete: z.boolean(),
});

const recording = z.strictObject({
  tool: z.string().min(1),
  version: z.string().min(1),
  /** System, Node and day. */
  recorded: z.string().regex(/, \d{4}-\d\d-\d\d$/),
  runner: z.enum(['junit', 'tap', 'go', 'cargo', 'text']),
  command: z.string().min(1),
  exit_code: z.number(),
  /** The file beside `recording.yaml`. */
  report: z.string().min(1),
  counts,
  // The facts that one file alone cannot show.
  sums: z.string().min(1),
  skipped: z.string().min(1),
  todo: z.string().min(1),
  error: z.string().min(1),
  flaky: z.string().min(1),
  nested: z.string().min(1),
  time: z.string().min(1),
  exit: z.string().min(1),
  asks: z.string().min(1),
  // How it is made again.
  npm: z.array(z.string()).optional(),
  needs: z.array(z.string()).optional(),
  version_of: z.string().optional(),
  files: z.record(z.string(), z.string()).optional(),
});

export type Recording = z.infer<typeof recording> & { readonly name: string };

export const recordingPath = (name: string, file = 'recording.yaml'): string => join(RECORDED_REPORTS, name, file);

/** By their tools. */
export const readRecordings = (): readonly Recording[] =>
  readdirSync(RECORDED_REPORTS)
    .map((name) => ({ name, ...recording.parse(parse(readFileSync(recordingPath(name), 'utf8'))) }))
    .toSorted((one, other) => one.tool.localeCompare(other.tool, 'en'));

/** As the reader of its runner reads it. */
export const readRecorded = ({
  name,
  runner: runnerName,
  report,
}: Pick<Recording, 'name' | 'runner' | 'report'>): SuiteReport => {
  const bytes = readFileSync(recordingPath(name, report));
  const runner = RUNNERS[runnerName];
  if (runner.report === 'files') {
    const reader = runner.readFiles({ onTest: () => {}, nameFile: (path) => path, sums: 'compare' });
    reader.add(report, bytes);
    return reader.finish(report);
  }
  if (runner.report !== 'stdout') throw new TypeError(`${runnerName} reads a sealed file`);
  const reader = runner.read(() => {}, '/project');
  const stderr = recordingPath(name, 'report.stderr');
  if (existsSync(stderr)) reader.pushStderr?.(readFileSync(stderr));
  reader.push(bytes);
  return reader.finish();
};

export const countRecorded = ({ tests, ...report }: SuiteReport): Recording['counts'] => {
  const inState = (state: string): number => tests.filter((test) => test.state === state).length;
  return {
    passed: inState('passed'),
    failed: inState('failed'),
    skipped: inState('skipped'),
    outside: report.unhandled_errors.length,
    not_loaded: report.load_failures.length,
    complete: report.report_fresh && report.report_complete,
  };
};

/** The tool that the JUnit reader takes it for; `null` for none, and for other forms. */
export const findWriter = ({ name, runner, report }: Recording): string | null => {
  if (runner !== 'junit') return null;
  const decoded = decodeXml(readFileSync(recordingPath(name, report)));
  return 'text' in decoded ? (parseJunit(decoded.text).writer?.name ?? null) : null;
};
