/**
 * Why the phase that the work stands at was held last. A phase that was exited, skipped or rolled back since, and work that is over, have
 * none. Every printer has its answer from here. Pure.
 *
 * @module
 */
import type { IterationRecord } from '../../gates/iteration.ts';
import { listUnmet, sayWhy, type Unmet } from '../../gates/verdict.ts';
import type { WorkState } from '../records/fold/work-state.ts';

export interface LastHold {
  /** What was measured, and what the agent said. */
  readonly record: IterationRecord;
  readonly reason: string;
  /** Of both gates, in their order. */
  readonly unmet: readonly Unmet[];
}

/** @param phase - the one that the work stands at; null when it is over */
export const lastHold = ({ held }: Pick<WorkState, 'held'>, phase: string | null): LastHold | null =>
  held === null || held.decision.can_exit || phase === null
    ? null
    : { record: held.record, reason: sayWhy(held.decision), unmet: listUnmet(held.decision) };
