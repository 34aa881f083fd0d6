/**
 * The wait that the records leave a loop in: the cooldown of its breaker, a limit of the provider, or the next
 * attempt at a turn. Pure.
 *
 * @module
 */
import type { WaitReason } from '../../../machines/index.ts';
import type { WorkRecord } from '../catalogue/records.ts';

export interface RunWait {
  /** No record has a wait for `limits.calls_per_hour`; the one for a person has no time that a record knows. */
  readonly for: Exclude<WaitReason, 'calls' | 'approval'>;
  /** ISO 8601. */
  readonly until: string;
  readonly why: string;
}

/** After one more record: null where the loop continued. */
export const foldWait = (wait: RunWait | null, { type, data }: WorkRecord): RunWait | null => {
  if (type === 'breaker.changed' && data.to === 'OPEN' && data.open_until !== null && !data.exhausted)
    return { for: 'breaker', until: data.open_until, why: data.why ?? '' };
  if (type === 'turn.discarded' && data.wait_until !== undefined)
    return { for: data.outcome === 'rate_limited' ? 'provider' : 'retry', until: data.wait_until, why: data.why };
  // These operator commands end no wait.
  return type === 'operator.guided' || type === 'operator.accepted' || type === 'operator.reopened' ? wait : null;
};
