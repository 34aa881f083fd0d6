/**
 * The reducer of a run's state: one record after the other, pure. A live run folds each record as it writes it, so
 * that a resumed run has the same state as the live one.
 *
 * @module
 */
import { turnBreaker } from '../../../machines/index.ts';
import { kindOf, type WorkRecord } from '../records.ts';
import { foldSums } from './fold-sums.ts';
import type { WorkState } from './work-state.ts';

/** The next state of the work; pure. */
export const foldWork = (state: WorkState, record: WorkRecord): WorkState => {
  const { fold, openEnds, breaker } = kindOf(record.type);
  const event = breaker?.(record) ?? null;
  return {
    ...(fold?.(state, record) ?? state),
    sums: foldSums(state.sums, record),
    openEnds: openEnds?.(state.openEnds, record, state) ?? state.openEnds,
    breaker: event === null ? state.breaker : turnBreaker(state.breaker, event),
  };
};
