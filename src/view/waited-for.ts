/**
 * The reasons for a wait, in words for people.
 *
 * @module
 */
import type { WaitReason } from '../../machines/index.ts';

/** After `waits 4 min 12 s`. */
export const WAITED_FOR: Readonly<Record<WaitReason, string>> = {
  provider: "for the provider's limit",
  breaker: 'for the cooldown of the breaker',
  retry: 'before the next attempt of the agent',
  calls: 'for limits.calls_per_hour',
  approval: 'for a person: dualgate approve, or dualgate reject',
};
