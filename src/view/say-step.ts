/**
 * The current step, in one sentence: `GREEN 3 of 10: the agent works for 2 min 40 s; last tests 2 passing, 1 skipped;
 * green runs 0 of 2`. `status` and the title of the page print it. Pure.
 */
import { showCount, showDuration } from '../base/text/amounts.ts';
import type { RunStatus } from './run-status.ts';
import type { RunStep } from '../records/fold/run-sums.ts';

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

/** @param step.doing - in words @param step.ms - milliseconds of the step; null where nothing works */
export const sayStep = ({
  doing,
  ms,
  ...step
}: Pick<RunStep, 'phase' | 'iteration' | 'of' | 'counts' | 'green_runs' | 'green_runs_wanted'> & {
  readonly doing: string;
  readonly ms: number | null;
}): string => {
  const { counts, green_runs: row, green_runs_wanted: wanted } = step;
  return [
    `${sayPlace(step)}: ${doing}${ms === null ? '' : ` for ${showDuration(ms)}`}`,
    ...(counts === null ? [] : [`last tests ${sayPlainCounts(counts)}`]),
    ...(wanted === null ? [] : [`green runs ${row} of ${wanted}`]),
  ].join('; ');
};

/** `GREEN 3 of 10`. */
const sayPlace = ({ phase, iteration, of }: Pick<RunStep, 'phase' | 'iteration' | 'of'>): string =>
  `${phase} ${iteration}${of === null ? '' : ` of ${of}`}`;

/** By the records alone. */
export const DOING = {
  agent: 'the agent works',
  tests: 'the tests run',
  decided: 'the next step starts',
} as const satisfies Record<RunStep['doing'], string>;

const sayPlainCounts = ({ suite_passing, suite_failing, suite_skipped }: NonNullable<RunStep['counts']>): string => {
  const said = [
    [suite_passing, 'passing'],
    [suite_failing, 'failing'],
    [suite_skipped, 'skipped'],
  ] as const;
  const shown = said.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  return shown.length === 0 ? 'none' : shown.join(', ');
};
