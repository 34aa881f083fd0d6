/**
 * How often the suite ran and what for, for people. Pure.
 *
 * @module
 */
import { showCount, showDuration } from '../text/amounts.ts';
import type { RunStatus } from './run-status.ts';

/** One sentence: the whole suite, and apart from it runs of some files and of the hidden suite; `null` without any. */
export const saySuiteRuns = ({
  suite_runs: runs,
  suite_ms: ms,
}: Pick<RunStatus, 'suite_runs' | 'suite_ms'>): string | null => {
  if (runs.length === 0) return null;
  const suite = ms === 0 ? [] : [`your suite takes ${showDuration(ms)}`];
  const apart = [
    [runs.filter(({ part }) => part === true), ' of some files'],
    [runs.filter(isHidden), ' of the hidden suite'],
  ] as const;
  const others = apart.flatMap(([list, of]) => (list.length === 0 ? [] : [sumOf(list, 'run', of)]));
  const whole = runs.filter((each) => each.part !== true && !isHidden(each));
  return `${[sumOf(whole, 'suite run'), ...suite, ...others].join('; ')}: ${runs.map(nameRuns).join(', ')}`;
};

type Runs = RunStatus['suite_runs'][number];

const isHidden = ({ for: purpose }: Runs): boolean => purpose === 'hidden_suite';

const sumOf = (list: readonly Runs[], unit: string, of = ''): string => {
  const runs = list.reduce((sum, each) => sum + each.runs, 0);
  const ms = list.reduce((sum, each) => sum + each.ms, 0);
  return `${showCount(runs, unit)}${of}, ${showDuration(ms)}`;
};

/** One purpose: `baseline 2`. */
const nameRuns = ({ for: purpose, part, runs }: Runs): string =>
  `${purpose.replaceAll('_', ' ')} ${runs}${part === true ? ' of some files' : ''}`;
