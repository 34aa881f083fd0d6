/**
 * The flakiness estimate: how likely a suite that fails now and then would have been as green by chance. Pure.
 *
 * @module
 */
import type { Metrics } from '../../gates/metrics.ts';

export interface FlakinessEstimate {
  /** In a row, on one tree and in one iteration: 1 or more. */
  readonly green_runs: number;
  /** For a suite that passes with this probability … */
  readonly passes: number;
  /** … this is the probability that all of them are green. From 0 to 1. */
  readonly flakiness: number;
}

/** The failure rates that people tolerate before they fix a suite. */
const FLAKY = 0.9;

/** `null` where no run was green: there is nothing to estimate. */
export const flakinessOf = ({
  consecutive_green_runs: runs,
}: Pick<Metrics, 'consecutive_green_runs'>): FlakinessEstimate | null =>
  runs === undefined || runs < 1 ? null : { green_runs: runs, passes: FLAKY, flakiness: FLAKY ** runs };

/** @example `Flakiness estimate for two green runs: a suite that passes 9 times in 10 gives this result in 81 % of cases.` */
export const describeFlakiness = ({ green_runs, passes, flakiness }: FlakinessEstimate): string =>
  `Flakiness estimate for ${(WORDS[green_runs] ?? String(green_runs)).toLowerCase()} green ${green_runs === 1 ? 'run' : 'runs'}: a suite that passes ${Math.round(passes * 10)} times in 10 gives this result in ${percent(flakiness)} % of cases. To require more green runs, set confirmations in the config.`;

const WORDS: readonly (string | undefined)[] = [undefined, 'One', 'Two', 'Three', 'Four', 'Five'];

/** Never 0: rare is not impossible. */
const percent = (share: number): string => (share < 0.01 ? 'less than 1' : String(Math.round(share * 100)));
