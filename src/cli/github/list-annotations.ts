/**
 * Annotations of a report: why the work is not done, forced exits, and flaky tests. Pure.
 *
 * @module
 */
import { relative } from 'node:path';
import { sayCommand } from '../../records/events/say-command.ts';
import { sayCauseOfHold } from '../../records/say-hold.ts';
import type { ListReport } from '../../report/report-list.ts';
import type { Report } from '../../report/report.ts';
import type { Annotation } from './workflow-commands.ts';

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
