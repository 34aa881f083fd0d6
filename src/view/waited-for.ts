/**
 * The reasons for a wait, in words for people.
 *
 * @module
 */
import { plainLine } from '../text/plain-line.ts';
import type { WaitReason } from '../../machines/index.ts';

/** After `waits 4 min 12 s`. */
export const WAITED_FOR: Readonly<Record<WaitReason, string>> = {
  provider: "for the provider's limit",
  breaker: 'for the cooldown of the breaker',
  retry: 'before the next attempt of the agent',
  calls: 'for limits.calls_per_hour',
  approval: 'for a person: dualgate approve, or dualgate reject',
};

/** A wait that begins. The one for a person says which command ends it. @param clock - shows a time (ISO 8601) */
export const sayWaiting = (
  { for: reason, until, why }: { readonly for: WaitReason; readonly until: string; readonly why: string },
  clock: (at: string) => string,
): string =>
  reason === 'approval'
    ? `${plainLine(why)} (until ${clock(until)})`
    : `waits until ${clock(until)} ${WAITED_FOR[reason]}`;
