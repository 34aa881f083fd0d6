/**
 * What of a report is worth an annotation: why the work is not done, what an operator forced, which tests are flaky. Pure.
 *
 * @module
 */
import { relative } from 'node:path';
import type { Report } from '../../index.ts';
import type { Annotation } from './workflow-commands.ts';

/** GitHub shows so many of each level and step. */
const MOST = 10;

/** @param root - what paths are relative to; absolute, as `folder` is */
export const listAnnotations = (
  report: Report,
  { folder, root }: { readonly folder: string; readonly root: string },
): readonly Annotation[] => {
  const { standing, why, missing, failing, orders, flaky } = report;
  const isDone = standing === 'completed' || standing === 'paused' || standing === 'running';
  const inRoot = relative(root, folder);
  const errors: readonly Annotation[] = isDone
    ? []
    : [
        { level: 'error', title: `dualgate: ${standing}`, message: why },
        ...failing.map(
          ({ file, name, message }): Annotation => ({
            level: 'error',
            title: name,
            message: message === '' ? `${name} fails` : message,
            file: inRoot === '' ? file : `${inRoot}/${file}`,
          }),
        ),
        ...missing.map((clause): Annotation => ({ level: 'error', title: 'dualgate: not met', message: clause })),
      ];
  const warnings: readonly Annotation[] = [
    ...orders.forced.map(
      ({ phase, by, reason }): Annotation => ({
        level: 'warning',
        title: 'dualgate: forced exit',
        message: `${phase} was left by a forced exit, by ${by}: ${reason}`,
      }),
    ),
    ...flaky.map(({ text }): Annotation => ({ level: 'warning', title: 'dualgate: flaky test', message: text })),
  ];
  return [...shorten(errors), ...shorten(warnings)];
};

/** The last of too many says how many more there are. */
const shorten = (annotations: readonly Annotation[]): readonly Annotation[] => {
  const [first] = annotations;
  if (first === undefined || annotations.length <= MOST) return annotations;
  const rest = annotations.length - MOST + 1;
  const more: Annotation = { level: first.level, title: 'dualgate', message: `and ${rest} more: see the summary` };
  return [...annotations.slice(0, MOST - 1), more];
};
