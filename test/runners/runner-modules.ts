/**
 * The real test runners that are no dependencies of ours, and task runners: in the npm prefixes that `DUALGATE_RUNNERS` and
 * `DUALGATE_TASK_RUNNERS` name, nowhere else.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const OUR_MODULES = resolve(import.meta.dirname, '../../node_modules');
const FOLDERS = ['DUALGATE_RUNNERS', 'DUALGATE_TASK_RUNNERS'].flatMap((name) => process.env[name] ?? []);

/** The node_modules that have the runner: those of a prefix, else ours; `null` where none has. */
export const modulesWith = (runner: string): string | null =>
  [...FOLDERS.filter((folder) => folder !== '').map((folder) => join(folder, 'node_modules')), OUR_MODULES].find(
    (modules) => existsSync(join(modules, '.bin', runner)),
  ) ?? null;

/** Part of the title of a skipped suite. */
export const whySkipped = (runner: string): string =>
  modulesWith(runner) === null ? ` (skipped: ${runner} is in no folder of runners)` : '';

/** The version of its package; `''` where it is not there. */
export const versionOf = (runner: string): string => {
  const modules = modulesWith(runner);
  if (modules === null) return '';
  const { version } = JSON.parse(readFileSync(join(modules, runner, 'package.json'), 'utf8')) as { version: string };
  return version;
};
