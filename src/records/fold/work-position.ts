/**
 * The position of the work on its chart, and its last step there. It is folded from the records as the chart itself
 * moves, without its config, from which a chart may no longer be possible.
 *
 * @module
 */
import type { WorkRecord } from '../catalogue/records.ts';

interface Step {
  readonly kind: 'leave' | 'held' | 'skip' | 'halt' | 'resume' | 'abort';
  /** The phase of the step; null from a halt. */
  readonly from: string | null;
  /** The number of steps: a step that is taken twice is shown twice. */
  readonly count: number;
}

export interface Position {
  /** The active phase, or the phase in which the work was halted; null when the work is over. */
  readonly phase: string | null;
  readonly state: 'working' | 'halted' | 'completed' | 'aborted';
  /** Why it was halted; '' where it is not. */
  readonly why: string;
  readonly last: Step | null;
}

/** @param phases - of the config, in order */
export const startOf = (phases: readonly string[]): Position => ({
  phase: phases[0] ?? null,
  state: 'working',
  why: '',
  last: null,
});

/** The phase in the notation of the chart: none when the work is over. */
export const phaseAt = ({ phase, state }: Position): string | null => (state === 'aborted' ? null : phase);

export const foldPosition =
  (phases: readonly string[]) =>
  (position: Position, record: WorkRecord): Position => {
    const step = (kind: Step['kind'], moved: Partial<Position>): Position => ({
      ...position,
      why: '',
      ...moved,
      last: { kind, from: kind === 'resume' ? null : position.phase, count: (position.last?.count ?? 0) + 1 },
    });
    const next = (phase: string): Partial<Position> => {
      const at = phases.indexOf(phase);
      const following = phases[at + 1];
      return following === undefined ? { phase: null, state: 'completed' } : { phase: following, state: 'working' };
    };
    switch (record.type) {
      case 'turn.started':
        return { ...position, phase: record.data.phase, state: 'working', why: '' };
      case 'iteration.decided':
        return record.data.decision.can_exit ? step('leave', next(record.data.decision.phase)) : step('held', {});
      case 'operator.skipped':
        return step('skip', next(record.data.phase));
      case 'chart.halted':
        return step('halt', { state: 'halted', why: record.data.why });
      case 'operator.resumed':
      case 'operator.reset':
        return position.state === 'halted' ? step('resume', { state: 'working' }) : position;
      case 'operator.aborted':
        return step('abort', { state: 'aborted' });
      case 'operator.rolled_back':
        return { ...position, ...next(record.data.phase), why: '' };
      case 'run.started':
      case 'run.resumed':
      case 'turn.ended':
      case 'review.ended':
      case 'tests.ended':
      case 'session.completed':
      case 'phase.exited':
      case 'work.committed':
      case 'work.rolled_back':
      case 'turn.discarded':
      case 'breaker.changed':
      case 'operator.accepted':
      case 'operator.reopened':
      case 'operator.guided':
      case 'approval.asked':
      case 'operator.approved':
      case 'operator.rejected':
      case 'run.ended':
        return position;
    }
  };
