/**
 * What a record tells the breaker, if anything, in a live run and in one that is read.
 *
 * @module
 */
import type { IterationRecord } from '../../../gates/iteration.ts';
import { type BreakerEvent, DEFAULT_BREAKER_RULES } from '../../../machines/index.ts';
import type { WorkRecord } from '../catalogue/records.ts';

/** Pure. That the breaker changed is told by its own records, which tell it nothing but that it cooled down. */
export const breakerEventOf = (record: WorkRecord): BreakerEvent | null => {
  switch (record.type) {
    case 'run.started':
      return { type: 'BEGIN', rules: record.data.breaker ?? DEFAULT_BREAKER_RULES };
    case 'run.resumed':
      return record.data.unasked === true ? null : { type: 'RESUMED' };
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
        left: decision.can_exit,
      };
    }
    case 'attempt.void':
      return (record.data.outcome ?? 'crashed') === 'crashed' ? { type: 'FAILED_TURN', at: record.at } : null;
    case 'breaker.changed':
      return record.data.cooled === true ? { type: 'COOLED' } : null;
    // Work that was halted waits for nobody else than who lets it go on.
    case 'operator.resumed':
    case 'operator.reset':
    case 'operator.skipped':
    case 'operator.rolled_back':
      return { type: 'RESET' };
    case 'turn.begun':
    case 'turn.ended':
    case 'tests.ended':
    case 'session.completed':
    case 'phase.left':
    case 'work.committed':
    case 'work.rolled_back':
    case 'chart.halted':
    case 'operator.aborted':
    case 'operator.accepted':
    case 'operator.guided':
    case 'run.settled':
      return null;
  }
};

/** Older records carry the count alone. */
const hasProgressed = ({ progress, without_progress }: IterationRecord): boolean => progress ?? without_progress === 0;

/** Who crashes has failed, whatever was changed before; who takes too long, or may not, when nothing came of it. */
export const hasFailed = ({ turn }: Pick<IterationRecord, 'turn'>, progress: boolean): boolean =>
  turn.outcome === 'crashed' || (!progress && turn.outcome !== 'ok' && turn.outcome !== 'empty');
