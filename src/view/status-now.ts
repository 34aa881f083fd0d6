/**
 * The current status of a run: its records, together with its surroundings, since a kill writes no record. Pure.
 *
 * @module
 */
import type { NextStep } from '../records/say-hold.ts';
import { stepsAfter } from './next-steps.ts';
import type { RunStatus } from './run-status.ts';
import { type StatusName, statusNameOf, whyOf } from './status-name.ts';

interface RunNow {
  readonly status: StatusName;
  /** In one sentence; '' while it is active and waits for nobody. */
  readonly why: string;
  /** The commands that a person can use, the recommended one first. */
  readonly next: readonly NextStep[];
}

/** @param around.isGoing - whether a loop is active: the lock shows it, and no record does */
export const statusNow = (
  {
    ending,
    held,
    approval,
    breaker,
    branch,
  }: Pick<RunStatus, 'ending' | 'held' | 'approval'> & Partial<Pick<RunStatus, 'breaker' | 'branch'>>,
  { isGoing }: { readonly isGoing: boolean },
): RunNow => {
  const status = statusNameOf(ending, isGoing);
  return {
    status,
    why: isGoing && approval?.answer === undefined && approval !== undefined ? approval.says : whyOf(ending, isGoing),
    next: stepsAfter(status, {
      began: true,
      held,
      approval,
      isExhausted: breaker?.exhausted ?? false,
      branch: branch?.name ?? null,
    }),
  };
};
