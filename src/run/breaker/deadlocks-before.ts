/**
 * The deadlocks that an iteration comes to (RULES 4.5).
 *
 * @module
 */
import type { Deadlocks } from '../../../gates/deadlocks.ts';
import type { WorkState } from '../work-state.ts';

/** A word that is premature over other failing tests each time is no deadlock: something gives way. */
export const deadlocksBefore = (
  { deadlocks, held }: Pick<WorkState, 'deadlocks' | 'held'>,
  failing: string | null,
): Deadlocks =>
  held === null || held.record.failing_fingerprint === failing ? deadlocks : { ...deadlocks, premature: 0 };
