/**
 * The current step, in one sentence: `GREEN 3 of 10: the agent works for 2 min 40 s; last tests 2 passing, 1 skipped;
 * green runs 0 of 2`. `status` and the title of the page print it. Pure.
 *
 * @module
 */
import type { RunStep } from '../records/fold/run-step.ts';
import { showDuration } from '../text/amounts.ts';

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
