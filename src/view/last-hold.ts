/**
 * Why the current phase was last held. A phase that was exited, skipped or rolled back since, and finished work, have
 * no such reason. Every printer uses this one. Pure.
 *
 * @module
 */
import type { Decided, WorkState } from '../records/fold/work-state.ts';
import { type Hold, holdOf } from '../records/hold.ts';

/** @param phase - the current one; null when the work is over */
export const lastHold = (
  { held }: Pick<WorkState, 'held'>,
  phase: string | null,
): { readonly hold: Hold; readonly record: Decided['record'] } | null =>
  held === null || held.decision.can_exit || phase === null ? null : { hold: holdOf(held), record: held.record };
