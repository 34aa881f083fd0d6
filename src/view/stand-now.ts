/**
 * The current status of a run: its records, together with its surroundings, since a kill writes no record. Pure.
 *
 * @module
 */
import { type NextStep, stepsAfter } from './next-steps.ts';
import type { RunStatus } from './run-status.ts';
import { type Standing, standingOf, whyOf } from './standing.ts';

interface RunNow {
  readonly standing: Standing;
  /** In one sentence; '' while it is active. */
  readonly why: string;
  /** The commands that a person can use, best first. */
  readonly next: readonly NextStep[];
}

/** @param around.isGoing - whether a loop is active: the lock shows it, and no record does */
export const standNow = (
  { ending, held }: Pick<RunStatus, 'ending' | 'held'>,
  { isGoing }: { readonly isGoing: boolean },
): RunNow => {
  const standing = standingOf(ending, isGoing);
  return {
    standing,
    why: whyOf(ending, isGoing),
    next: stepsAfter(standing, { began: true, findings: held?.findings ?? [] }),
  };
};
