/** Annotations of a report: why the work is not done, forced exits, and flaky tests. Pure. */
import { relative } from 'node:path';
import { appendFileSync, statSync } from 'node:fs';
import { sayCommand } from '../../records/events/say-command.ts';
import { sayCauseOfHold } from '../../records/say-hold.ts';
import { type ListReport, readReport, renderListReport, reportList } from '../../page/report/render-list.ts';
import type { Report } from '../../page/report/report.ts';
import { type Annotation, renderAnnotation } from './workflow-commands.ts';
import type { Config } from '../../project/config/config.ts';
import { renderReports } from '../../page/report/make-report.ts';
import type { CommandIo } from '../terminal/io.ts';

/** GitHub shows at most this many of each level and step. */
const MOST = 10;

/** The base of the paths of a report. */
interface Place {
  /** Absolute, as `root` is. */
  readonly folder: string;
  /** The base of relative paths. */
  readonly root: string;
}

export const listAnnotations = (report: Report, place: Place): readonly Annotation[] => {
  const { status, why, held } = report;
  const errors: readonly Annotation[] = isWell(status)
    ? []
    : [
        ...(held === null || sayCauseOfHold(held) === why
          ? []
          : [{ level: 'error', title: 'dualgate: held', message: sayCauseOfHold(held) } as const]),
        { level: 'error', title: `dualgate: ${status}`, message: why },
        ...listFailing(report, place),
        ...(held?.unmet ?? []).map(
          (clause): Annotation => ({ level: 'error', title: 'dualgate: not met', message: clause }),
        ),
      ];
  return [...shorten(errors), ...shorten(listWarnings(report))];
};

/** For a task list: its end, the deferred tasks with their reasons, at their specs, then the failing tests. */
export const listAnnotationsOfList = ({ list, reports }: ListReport, place: Place): readonly Annotation[] => {
  const { ending, tasks } = list;
  const errors: readonly Annotation[] =
    ending === null || isWell(ending.status)
      ? []
      : [
          { level: 'error', title: `dualgate: ${ending.status}`, message: ending.why },
          ...tasks.flatMap(({ task, name, aside }): readonly Annotation[] =>
            aside === null
              ? []
              : [{ level: 'error', title: `${name}: ${aside.status}`, message: aside.why, file: inRoot(place, task) }],
          ),
          ...reports.filter(({ status }) => !isWell(status)).flatMap((report) => listFailing(report, place)),
        ];
  return [...shorten(errors), ...shorten(reports.flatMap(listWarnings))];
};

const isWell = (status: Report['status']): boolean =>
  status === 'completed' || status === 'paused' || status === 'running';

const inRoot = ({ folder, root }: Place, file: string): string => {
  const within = relative(root, folder);
  return within === '' ? file : `${within}/${file}`;
};

const listFailing = ({ held }: Report, place: Place): readonly Annotation[] =>
  (held?.failing ?? []).map(({ file, name, message }) => ({
    level: 'error',
    title: name,
    message: message === '' ? `${name} fails` : message,
    file: inRoot(place, file),
  }));

const listWarnings = ({ commands, flaky }: Report): readonly Annotation[] => [
  ...commands.forced.map(
    (each): Annotation => ({ level: 'warning', title: 'dualgate: forced exit', message: sayCommand('forced', each) }),
  ),
  ...flaky.map(({ text }): Annotation => ({ level: 'warning', title: 'dualgate: flaky test', message: text })),
];

/** The last of too many has the number of the others. */
/** At most as many as GitHub shows. */
export const shorten = (annotations: readonly Annotation[]): readonly Annotation[] => {
  const [first] = annotations;
  if (first === undefined || annotations.length <= MOST) return annotations;
  const rest = annotations.length - MOST + 1;
  const more: Annotation = { level: first.level, title: 'dualgate', message: `and ${rest} more: see the summary` };
  return [...annotations.slice(0, MOST - 1), more];
};

/** The largest summary of a step that GitHub accepts. */
const MAX_BYTES = 1024 * 1024;
const CUT = '\n\nThe rest is too long for the summary: `dualgate report` prints it.\n';

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
