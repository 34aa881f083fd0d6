/**
 * What of a report is worth an annotation: why the work is not done, what an operator forced, which tests are flaky. Pure.
 *
 * @module
 */
import { relative } from 'node:path';
import type { ListReport } from '../../report/report-list.ts';
import type { Report } from '../../report/report.ts';
import type { Annotation } from './workflow-commands.ts';

/** GitHub shows so many of each level and step. */
const MOST = 10;

/** Where paths of a report lie. */
interface Place {
  /** Absolute, as `root` is. */
  readonly folder: string;
  /** What paths are relative to. */
  readonly root: string;
}

export const listAnnotations = (report: Report, place: Place): readonly Annotation[] => {
  const { standing, why, missing } = report;
  const errors: readonly Annotation[] = isWell(standing)
    ? []
    : [
        { level: 'error', title: `dualgate: ${standing}`, message: why },
        ...listFailing(report, place),
        ...missing.map((clause): Annotation => ({ level: 'error', title: 'dualgate: not met', message: clause })),
      ];
  return [...shorten(errors), ...shorten(listWarnings(report))];
};

/** Of a list of work: how all of it ended, then which tasks were put aside and why, at their specs; then tests that fail. */
export const listAnnotationsOfList = ({ list, reports }: ListReport, place: Place): readonly Annotation[] => {
  const { settled, tasks } = list;
  const errors: readonly Annotation[] =
    settled === null || isWell(settled.status)
      ? []
      : [
          { level: 'error', title: `dualgate: ${settled.status}`, message: settled.why },
          ...tasks.flatMap(({ task, name, aside }): readonly Annotation[] =>
            aside === null
              ? []
              : [{ level: 'error', title: `${name}: ${aside.status}`, message: aside.why, file: inRoot(place, task) }],
          ),
          ...reports.filter(({ standing }) => !isWell(standing)).flatMap((report) => listFailing(report, place)),
        ];
  return [...shorten(errors), ...shorten(reports.flatMap(listWarnings))];
};

const isWell = (standing: Report['standing']): boolean =>
  standing === 'completed' || standing === 'paused' || standing === 'running';

const inRoot = ({ folder, root }: Place, file: string): string => {
  const within = relative(root, folder);
  return within === '' ? file : `${within}/${file}`;
};

const listFailing = ({ failing }: Report, place: Place): readonly Annotation[] =>
  failing.map(({ file, name, message }) => ({
    level: 'error',
    title: name,
    message: message === '' ? `${name} fails` : message,
    file: inRoot(place, file),
  }));

const listWarnings = ({ orders, flaky }: Report): readonly Annotation[] => [
  ...orders.forced.map(
    ({ phase, by, reason }): Annotation => ({
      level: 'warning',
      title: 'dualgate: forced exit',
      message: `${phase} was left by a forced exit, by ${by}: ${reason}`,
    }),
  ),
  ...flaky.map(({ text }): Annotation => ({ level: 'warning', title: 'dualgate: flaky test', message: text })),
];

/** The last of too many says how many more there are. */
const shorten = (annotations: readonly Annotation[]): readonly Annotation[] => {
  const [first] = annotations;
  if (first === undefined || annotations.length <= MOST) return annotations;
  const rest = annotations.length - MOST + 1;
  const more: Annotation = { level: first.level, title: 'dualgate', message: `and ${rest} more: see the summary` };
  return [...annotations.slice(0, MOST - 1), more];
};
