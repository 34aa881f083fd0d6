/**
 * Flakiness in numbers: how likely a suite that fails now and then would have been as green as it was, by luck alone. Pure.
 *
 * @module
 */
import type { Metrics } from '../../gates/metrics.ts';

export interface GreenLuck {
  /** In a row, on one tree and in one iteration: 1 or more. */
  readonly green_runs: number;
  /** For a suite that passes with this probability … */
  readonly passes: number;
  /** … this is the probability that all of them are green. From 0 to 1. */
  readonly luck: number;
}

/** What people bear with before they mend it. */
const FLAKY = 0.9;

/** `null` where no run was green: then nothing was shown that luck could be behind. */
export const luckOf = ({ consecutive_green_runs: runs }: Pick<Metrics, 'consecutive_green_runs'>): GreenLuck | null =>
  runs === undefined || runs < 1 ? null : { green_runs: runs, passes: FLAKY, luck: FLAKY ** runs };

/** @example `Two green runs: a suite that passes 9 times in 10 would have done so by luck in 81 % of cases.` */
export const describeLuck = ({ green_runs, passes, luck }: GreenLuck): string =>
  `${WORDS[green_runs] ?? String(green_runs)} green ${green_runs === 1 ? 'run' : 'runs'}: a suite that passes ${Math.round(passes * 10)} times in 10 would have done so by luck in ${percent(luck)} % of cases. More of them: confirmations in the config.`;

const WORDS: readonly (string | undefined)[] = [undefined, 'One', 'Two', 'Three', 'Four', 'Five'];

/** Never 0: rare is not impossible. */
const percent = (share: number): string => (share < 0.01 ? 'less than 1' : String(Math.round(share * 100)));
