/**
 * How a run stands now: what its records say, put together with its surroundings, since a kill writes no record. Pure.
 *
 * @module
 */
import { type NextStep, stepsAfter } from './next-steps.ts';
import type { RunStatus } from './run-status.ts';
import { type Standing, standingOf, whyOf } from './standing.ts';

interface RunNow {
  readonly standing: Standing;
  /** In one sentence; '' while it goes on. */
  readonly why: string;
  /** What a person can do, best first. */
  readonly next: readonly NextStep[];
}

/** @param around.isGoing - whether a loop goes on with it: a lock says it, and no record does */
export const standNow = (
  { settled, held }: Pick<RunStatus, 'settled' | 'held'>,
  { isGoing }: { readonly isGoing: boolean },
): RunNow => {
  const standing = standingOf(settled, isGoing);
  return {
    standing,
    why: whyOf(settled, isGoing),
    next: stepsAfter(standing, { began: true, findings: held?.findings ?? [] }),
  };
};
