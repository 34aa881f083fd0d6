/**
 * The event of a ledger record for the chart: the same in a live run and in a folded one.
 *
 * @module
 */
import type { TddEvent } from '../../../machines/index.ts';
import type { WorkRecord } from '../catalogue/records.ts';

/** Null for records without an event. */
export const chartEventOf = (record: WorkRecord): TddEvent | null => {
  switch (record.type) {
    case 'iteration.decided':
      return { type: 'ITERATION', record: record.data.record };
    case 'chart.halted':
      return { type: 'HALT', why: record.data.why };
    case 'operator.skipped':
      return { type: 'SKIP', by: record.data.by, reason: record.data.reason };
    case 'operator.resumed':
    // Without a halt, the chart ignores it.
    case 'operator.reset':
      return { type: 'RESUME' };
    case 'operator.aborted':
      return { type: 'ABORT', by: record.data.by, reason: record.data.reason };
    case 'run.started':
    case 'run.resumed':
    case 'turn.started':
    case 'turn.ended':
    case 'review.ended':
    case 'tests.ended':
    case 'session.completed':
    case 'phase.exited':
    case 'work.committed':
    case 'work.rolled_back':
    // The chart gets no event: the one of an earlier record replaces it.
    case 'operator.rolled_back':
    case 'turn.discarded':
    case 'breaker.changed':
    case 'operator.accepted':
    case 'operator.reopened':
    case 'operator.guided':
    case 'approval.asked':
    case 'operator.approved':
    case 'operator.rejected':
    case 'run.ended':
      return null;
  }
};
