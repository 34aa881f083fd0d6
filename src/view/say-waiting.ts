/**
 * The reasons for a wait in words, and a wait that begins in one line. The one for a person says which command ends it, and may last longer than a day.
 *
 * @module
 */
import type { WaitReason } from '../../machines/index.ts';
import { plainLine } from '../text/plain-line.ts';

/** After `waits 4 min 12 s`. */
export const WAITED_FOR: Readonly<Record<WaitReason, string>> = {
  provider: "for the provider's limit",
  breaker: 'for the cooldown of the breaker',
  retry: 'before the next attempt of the agent',
  calls: 'for limits.calls_per_hour',
  approval: 'for a person: dualgate approve, or dualgate reject',
};

export const sayWaiting = (
  { for: reason, until, why }: { readonly for: WaitReason; readonly until: string; readonly why: string },
  clock: (at: string) => string,
): string =>
  reason === 'approval' ? `${plainLine(why)} (until ${until})` : `waits until ${clock(until)} ${WAITED_FOR[reason]}`;
