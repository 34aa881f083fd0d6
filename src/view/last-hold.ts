/**
 * Why the current phase was last held. A phase that was exited, skipped or rolled back since, and finished work, have
 * no such reason. Every printer uses this one. Pure.
 *
 * @module
 */
import type { IterationRecord } from '../../gates/iteration.ts';
import { listUnmet, sayWhy, type Unmet } from '../../gates/verdict.ts';
import type { WorkState } from '../records/fold/work-state.ts';

export interface LastHold {
  /** The measurement and the agent's signal. */
  readonly record: IterationRecord;
  readonly reason: string;
  /** The unmet clauses of both gates, in their order. */
  readonly unmet: readonly Unmet[];
}

/** @param phase - the current one; null when the work is over */
export const lastHold = ({ held }: Pick<WorkState, 'held'>, phase: string | null): LastHold | null =>
  held === null || held.decision.can_exit || phase === null
    ? null
    : { record: held.record, reason: sayWhy(held.decision), unmet: listUnmet(held.decision) };
