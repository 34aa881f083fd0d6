/**
 * An operator's indicator threshold for one run, over the config's (spec 000, "Override Mechanisms"). It changes no
 * clause of the floor.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { refuseInsideTurn } from '../operator-commands/refuse-inside-turn.ts';
import type { GivenThreshold } from '../records/given-threshold.ts';
import { RunError } from '../records/run-error.ts';

/** @throws {RunError} inside a turn of the agent; when the config counts no indicators, or has fewer of them */
export const checkThreshold = (config: Pick<Config, 'exit_gate'>, given: GivenThreshold | null): void => {
  if (given === null) return;
  refuseInsideTurn('set the indicator threshold', null);
  const problem = findThresholdProblem(config, given);
  if (problem !== null) throw new RunError(`Cannot use ${problem}.`);
};

/**
 * Why the config does not allow the threshold, and what to do: a sentence without its full stop, which begins with
 * the origin of the value.
 */
export const findThresholdProblem = (
  { exit_gate: gate }: Pick<Config, 'exit_gate'>,
  { threshold, from }: Pick<GivenThreshold, 'threshold' | 'from'>,
): string | null => {
  if (gate === null) return `${from}: the config counts no indicators. Add exit_gate, or name a preset that has one`;
  const most = gate.patterns.length + Object.values(gate.evidence_checks).filter(Boolean).length;
  if (Number.isSafeInteger(threshold) && threshold >= 1 && threshold <= most) return null;
  return `${from}: it must be a whole number from 1 to ${most}, the number of indicators in the config (got ${threshold})`;
};

/** For a notice. */
export const describeThreshold = ({ threshold, from, by }: GivenThreshold): string =>
  `The indicator threshold is ${threshold}, by ${from} of ${by}; it is recorded.`;
