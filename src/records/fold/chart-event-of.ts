/**
 * What a record of the ledger tells the chart: the same for the live run and for one that is folded.
 *
 * @module
 */
import type { TddEvent } from '../../../machines/index.ts';
import type { WorkRecord } from '../catalogue/records.ts';

/** Null where it tells nothing. */
export const chartEventOf = (record: WorkRecord): TddEvent | null => {
  switch (record.type) {
    case 'iteration.decided':
      return { type: 'ITERATION', record: record.data.record };
    case 'chart.halted':
      return { type: 'HALT', why: record.data.why };
    case 'operator.skipped':
      return { type: 'SKIP', by: record.data.by, reason: record.data.reason };
    case 'operator.resumed':
    // Where nothing is halted, the chart has no use for it.
    case 'operator.reset':
      return { type: 'RESUME' };
    case 'operator.aborted':
      return { type: 'ABORT', by: record.data.by, reason: record.data.reason };
    case 'run.started':
    case 'run.resumed':
    case 'turn.begun':
    case 'turn.ended':
    case 'tests.ended':
    case 'session.completed':
    case 'phase.left':
    case 'work.committed':
    case 'work.rolled_back':
    // The chart is not told: it is the one of an earlier record again.
    case 'operator.rolled_back':
    case 'attempt.void':
    case 'breaker.changed':
    case 'operator.accepted':
    case 'operator.guided':
    case 'run.settled':
      return null;
  }
};
