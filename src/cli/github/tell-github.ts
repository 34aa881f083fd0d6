/**
 * The end of a run in a workflow of GitHub Actions: its report in the summary of the step, and annotations. Nothing of it
 * changes the exit code.
 *
 * @module
 */
import { appendFileSync, statSync } from 'node:fs';
import { readReport, renderReports, type Report } from '../../index.ts';
import type { CommandIo } from '../io.ts';
import { listAnnotations } from './list-annotations.ts';
import { renderAnnotation } from './workflow-commands.ts';

/** GitHub takes no summary of a step that is larger. */
const MAX_BYTES = 1024 * 1024;
const CUT = '\n\nThe rest did not fit: `dualgate report` prints it.\n';

/** A run that ended. */
export interface GithubEnd {
  readonly run: string;
  readonly ledger: string;
  readonly folder: string | null;
  readonly status: string;
  readonly why: string;
}

/** @param ended - the run, with the words that it ended with: all that there is of one that never began */
export const tellGithub = async (ended: GithubEnd, io: CommandIo): Promise<void> => {
  const { folder, status, why } = ended;
  const report = await readReport(ended).catch(() => null);
  const root = io.env['GITHUB_WORKSPACE'] ?? folder ?? '';
  const annotations =
    report === null
      ? [{ level: 'error', title: `dualgate: ${status}`, message: why } as const]
      : listAnnotations(report, { folder: folder ?? root, root });
  for (const annotation of annotations) io.annotate(renderAnnotation(annotation));
  if (report === null) return;
  try {
    appendSummary(io.env['GITHUB_STEP_SUMMARY'], report);
  } catch (error) {
    io.complain(`The summary of the step could not be written: ${String(error)}`);
  }
};

const appendSummary = (path: string | undefined, report: Report): void => {
  if (path === undefined || path === '') return;
  const there = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const room = MAX_BYTES - there;
  const whole = `${renderReports([report])}\n`;
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
