/**
 * What a calibration showed, in sentences for people and for the next prompt.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { renderWrites } from '../../evidence/propose-writes.ts';
import type { Calibration } from '../../records/fold/suite-writes.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import { quoteWord } from '../../text/quote-word.ts';

const MAX_NAMED = 10;

export const describeCalibration = (
  { tests }: Pick<Config, 'tests'>,
  { writes }: Pick<WorkState, 'writes'>,
  calibration: Calibration | null,
): readonly string[] => {
  if (calibration === null) return [];
  const { proposed, written, withheld, background } = calibration;
  const kept = Object.entries(withheld);
  const all = [...tests.writes, ...writes.accepted, ...proposed];
  return [
    ...(proposed.length === 0
      ? []
      : [
          `Each test run writes ${list(written)}. Have the tests write outside of the workspace; or an operator orders it left out: ` +
            `${renderAcceptance(proposed)}. For later runs, beneath tests: in the config: ${renderWrites(all)}.`,
        ]),
    ...kept.slice(0, MAX_NAMED).map(([path, why]) => `Each test run writes ${path}, which ${why}.`),
    ...(kept.length > MAX_NAMED ? [`And ${kept.length - MAX_NAMED} more sources are written by each test run.`] : []),
    ...(background.length === 0
      ? []
      : [`While no test ran something in the background wrote ${list(background)}: stop it.`]),
  ];
};

/** The order by which an operator takes the globs, as it is typed. */
export const renderAcceptance = (globs: readonly string[]): string =>
  ['dualgate accept --writes', ...globs.map(quoteWord), '-m "why"'].join(' ');

const list = (paths: readonly string[]): string =>
  `${paths.slice(0, MAX_NAMED).join(', ')}${paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : ''}`;
