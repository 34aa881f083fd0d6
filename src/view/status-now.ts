/** The current status of a run: its records, together with its surroundings, since a kill writes no record. Pure. */
import { sayQuestion } from '../records/fold/open-approval.ts';
import { sayCauseOfHold } from '../records/say-hold.ts';
import type { NextStep } from './steps-after-hold.ts';
import { stepsAfter } from './next-steps.ts';
import type { RunStatus } from './run-status.ts';
import { type StatusName, statusNameOf, whyOf } from './status-name.ts';

interface RunNow {
  readonly status: StatusName;
  /** In one sentence; '' while it is active and waits for nobody. */
  readonly why: string;
  /** The cause in words, or how the run ended: each place begins with it. '' while it is active and nothing is held. */
  readonly says: string;
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
    why: isGoing && isAsked(approval) ? approval.says : whyOf(ending, isGoing),
    says: sayNow({ ending, held, approval }, isGoing),
    next: stepsAfter(status, {
      began: true,
      held,
      approval,
      isExhausted: breaker?.exhausted ?? false,
      branch: branch?.name ?? null,
    }),
  };
};

type Said = Pick<RunStatus, 'ending' | 'held'> & { readonly approval: RunStatus['approval'] | undefined };

/** @param said.held - null when the work is over */
const sayNow = ({ ending, held, approval }: Said, isGoing: boolean): string => {
  if (isAsked(approval)) return `${sayQuestion(approval)}: both gates agree`;
  return held === null ? whyOf(ending, isGoing) : sayCauseOfHold(held);
};

const isAsked = (approval: RunStatus['approval'] | undefined): approval is NonNullable<RunStatus['approval']> =>
  approval !== undefined && approval.answer === undefined;
