/**
 * How often the suite ran, for people. Pure.
 *
 * @module
 */
import { showCount, showDuration } from '../text/amounts.ts';
import type { RunStatus } from './run-status.ts';

/** One sentence; `null` where no record has a run. */
export const saySuiteRuns = ({
  suite_runs: runs,
  suite_ms: ms,
}: Pick<RunStatus, 'suite_runs' | 'suite_ms'>): string | null => {
  const [whole, parts] = [runs.filter(({ part }) => part !== true), runs.filter(({ part }) => part === true)];
  if (runs.length === 0) return null;
  const suite = ms === 0 ? '' : `; your suite takes ${showDuration(ms)}`;
  const some = parts.length === 0 ? '' : `; ${sumOf(parts, 'run', ' of some files')}`;
  return `${sumOf(whole, 'suite run')}${suite}${some}`;
};

const sumOf = (list: RunStatus['suite_runs'], unit: string, of = ''): string => {
  const runs = list.reduce((sum, each) => sum + each.runs, 0);
  const ms = list.reduce((sum, each) => sum + each.ms, 0);
  return `${showCount(runs, unit)}${of}, ${showDuration(ms)}`;
};

/** One purpose: `baseline 2`. */
export const nameSuiteRuns = ({ for: purpose, part, runs }: RunStatus['suite_runs'][number]): string =>
  `${purpose.replaceAll('_', ' ')} ${runs}${part === true ? ' of some files' : ''}`;
