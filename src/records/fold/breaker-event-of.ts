/**
 * The event of a record for the breaker, if any, in a live run and in a recorded one.
 *
 * @module
 */
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { BreakerEvent } from '../../../machines/index.ts';
import type { WorkRecord } from '../catalogue/records.ts';

/** Pure. The breaker's own records show its changes, and affect it only when it cooled down. */
export const breakerEventOf = (record: WorkRecord): BreakerEvent | null => {
  switch (record.type) {
    case 'run.started':
      return { type: 'BEGIN', rules: record.data.breaker };
    case 'run.resumed':
      return record.data.automatic === true ? null : { type: 'RESUMED' };
    case 'iteration.decided': {
      const { record: iteration, decision } = record.data;
      const progress = hasProgressed(iteration);
      return {
        type: 'ITERATION',
        at: record.at,
        phase: iteration.phase,
        progress,
        failed: hasFailed(iteration, progress),
        failing: iteration.failing_fingerprint ?? null,
        exited: decision.can_exit,
      };
    }
    case 'turn.discarded':
      return (record.data.outcome ?? 'crashed') === 'crashed' ? { type: 'FAILED_TURN', at: record.at } : null;
    case 'breaker.changed':
      return record.data.cooled_down === true ? { type: 'COOLED' } : null;
    case 'operator.accepted': {
      const { config } = record.data;
      return config === undefined ? null : { type: 'RULES', rules: config.breaker };
    }
    // Halted work waits only for the operator who resumes it.
    case 'operator.resumed':
    case 'operator.reset':
    case 'operator.skipped':
    case 'operator.rolled_back':
      return { type: 'RESET' };
    case 'operator.reopened':
    case 'turn.started':
    case 'turn.ended':
    case 'review.ended':
    case 'tests.ended':
    case 'session.completed':
    case 'phase.exited':
    case 'work.committed':
    case 'work.rolled_back':
    case 'chart.halted':
    case 'operator.aborted':
    case 'operator.guided':
    case 'approval.asked':
    case 'operator.approved':
    case 'operator.rejected':
    case 'run.ended':
      return null;
  }
};

/** A record without a run carries the count alone. */
const hasProgressed = ({ progress, without_progress }: IterationRecord): boolean => progress ?? without_progress === 0;

/** A crash is a failure, with or without changes; a time-out or a denial is one only if nothing changed. */
export const hasFailed = ({ turn }: Pick<IterationRecord, 'turn'>, progress: boolean): boolean =>
  turn.outcome === 'crashed' || (!progress && turn.outcome !== 'ok' && turn.outcome !== 'empty');
