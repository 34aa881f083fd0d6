/**
 * Why an active run waits: the cooldown of its breaker, a limit of the provider, the next try, or an operator. From the events of
 * the loop, or from the status of the run if the page gets no events.
 *
 * @module
 */
import type { WaitReason } from '../../../machines/index.ts';
import type { RunWait } from '../../records/fold/run-sums.ts';
import { waitAt } from '../../view/status-name.ts';
import { showClock, showDuration } from '../../text/amounts.ts';
import type { AwaitedApproval } from '../../records/fold/open-approval.ts';
import type { Live } from '../../view/live.ts';
import type { Position } from '../../records/fold/work-position.ts';
import type { Shown } from './status-labels.ts';

export interface Rest {
  readonly for: WaitReason | 'person';
  /** ISO 8601; null of a person. */
  readonly until: string | null;
  readonly why: string;
}

/** @param now - milliseconds of the epoch @returns null while the run works, and of one that is not active */
export const findRest = (
  view: {
    readonly head: { readonly going: boolean };
    readonly position: Position;
    readonly waits: RunWait | null;
    readonly approval: AwaitedApproval | null;
  },
  live: Live | null,
  now: number,
): Rest | null => {
  const { head, position, waits, approval } = view;
  if (!head.going) return null;
  if (position.state === 'halted') return { for: 'person', until: null, why: position.why };
  if (live !== null && live.wait !== null) return live.wait;
  if (approval !== null && approval.answer === undefined) return { for: 'approval', until: null, why: approval.says };
  return waitAt(waits, { isGoing: true, now });
};

export const RESTS: Readonly<Record<Rest['for'], Shown>> = {
  breaker: { sign: '‖', word: 'cooling down', tone: 'warn' },
  provider: { sign: '‖', word: 'waiting for the provider', tone: 'warn' },
  retry: { sign: '‖', word: 'waiting to retry', tone: 'warn' },
  calls: { sign: '‖', word: 'waiting for limits.calls_per_hour', tone: 'warn' },
  approval: { sign: '!', word: 'waiting for a person', tone: 'warn' },
  person: { sign: '!', word: 'waiting for an operator', tone: 'warn' },
};

/** `Until 14:03:07, 4 min 12 s remaining`; '' of a person. @param now - milliseconds of the epoch */
export const describeRest = ({ until }: Rest, now: number): string =>
  until === null ? '' : `until ${showClock(until)}, ${showDuration(remainingOf(until, now))} remaining`;

const remainingOf = (until: string, now: number): number => Math.max(0, Date.parse(until) - now);
