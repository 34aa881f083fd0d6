/** The reasons for a wait, in words: after `waits 4 min 12 s`. The one for a person says which command ends it. */
import type { WaitReason } from '../../../machines/index.ts';

export const WAITED_FOR: Readonly<Record<WaitReason, string>> = {
  provider: "for the provider's limit",
  breaker: 'for the cooldown of the breaker',
  retry: 'before the next attempt of the agent',
  calls: 'for limits.calls_per_hour',
  approval: 'for a person: dualgate approve, or dualgate reject',
};
