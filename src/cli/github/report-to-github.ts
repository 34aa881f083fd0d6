/**
 * The end of a run or a task list in GitHub Actions: its report in the summary of the step, and annotations.
 *
 * @module
 */
import { appendFileSync, statSync } from 'node:fs';
import type { Config } from '../../config/shape-config.ts';
import { readReport } from '../../report/read-report.ts';
import { renderListReport } from '../../report/render-list.ts';
import { renderReports } from '../../report/render-reports.ts';
import { reportList } from '../../report/report-list.ts';
import type { CommandIo } from '../terminal/io.ts';
import { listAnnotations, listAnnotationsOfList } from './list-annotations.ts';
import { renderAnnotation } from './workflow-commands.ts';

/** The largest summary of a step that GitHub accepts. */
const MAX_BYTES = 1024 * 1024;
const CUT = '\n\nThe rest is too long for the summary: `dualgate report` prints it.\n';

/** A run that ended. */
export interface GithubEnd {
  readonly run: string;
  readonly ledger: string;
  readonly folder: string | null;
  readonly status: string;
  readonly why: string;
}

/** @param ended - the run and its end: all that a run without a ledger has */
export const reportToGithub = async (ended: GithubEnd, io: CommandIo): Promise<void> => {
  const { folder, status, why } = ended;
  const report = await readReport({ run: ended.run, ledger: ended.ledger }).catch(() => null);
  const root = io.env['GITHUB_WORKSPACE'] ?? folder ?? '';
  const annotations =
    report === null
      ? [{ level: 'error', title: `dualgate: ${status}`, message: why } as const]
      : listAnnotations(report, { folder: folder ?? root, root });
  for (const annotation of annotations) io.annotate(renderAnnotation(annotation));
  if (report !== null) writeSummary(renderReports([report]), io);
};

/** Once, at the end of the list: the last run of each task, or why it has none. */
export const reportListToGithub = async (config: Config, io: CommandIo): Promise<void> => {
  const list = await reportList(config).catch(() => null);
  if (list === null) return;
  const root = io.env['GITHUB_WORKSPACE'] ?? config.folder;
  for (const annotation of listAnnotationsOfList(list, { folder: config.folder, root }))
    io.annotate(renderAnnotation(annotation));
  writeSummary(renderListReport(list), io);
};

/** Adds to the summary of the step; too long a text is cut at a line. A failure is a message, not an error. */
export const writeSummary = (text: string, io: CommandIo): void => {
  try {
    appendSummary(io.env['GITHUB_STEP_SUMMARY'], text);
  } catch (error) {
    io.complain(`Cannot write the summary of the step: ${String(error)}`);
  }
};

const appendSummary = (path: string | undefined, text: string): void => {
  if (path === undefined || path === '') return;
  const there = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const room = MAX_BYTES - there;
  const whole = `${text}\n`;
  if (Buffer.byteLength(whole) <= room) return appendFileSync(path, whole);
  const part = cutAtLine(whole, room - Buffer.byteLength(CUT));
  if (part !== '') appendFileSync(path, part + CUT);
};

/** Whole lines, of no more bytes than that. */
const cutAtLine = (text: string, bytes: number): string => {
  if (bytes <= 0) return '';
  const fits = Buffer.from(text).subarray(0, bytes);
  return fits.subarray(0, Math.max(0, fits.lastIndexOf(10))).toString('utf8');
};
