/**
 * The real test runners that are no dependencies of ours: in the npm prefix that `DUALGATE_RUNNERS` names, nowhere else.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const OUR_MODULES = resolve(import.meta.dirname, '../../node_modules');
const folder = process.env['DUALGATE_RUNNERS'] ?? '';

/** The node_modules that have the runner: those of the prefix, else ours; `null` where neither has. */
export const modulesWith = (runner: string): string | null =>
  [...(folder === '' ? [] : [join(folder, 'node_modules')]), OUR_MODULES].find((modules) =>
    existsSync(join(modules, '.bin', runner)),
  ) ?? null;

/** Part of the title of a skipped suite. */
export const whySkipped = (runner: string): string =>
  modulesWith(runner) === null ? ` (skipped: ${runner} is not in the folder DUALGATE_RUNNERS)` : '';

/** The version of its package; `''` where it is not there. */
export const versionOf = (runner: string): string => {
  const modules = modulesWith(runner);
  if (modules === null) return '';
  const { version } = JSON.parse(readFileSync(join(modules, runner, 'package.json'), 'utf8')) as { version: string };
  return version;
};
