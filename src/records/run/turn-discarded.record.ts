/**
 * A turn ended without a decision.
 *
 * @module
 */
import type { DiscardedOutcome } from '../discarded-outcome.ts';
import type { RecordKind } from '../record.ts';
import type { SuiteRuns } from '../suite-runs.ts';

export interface TurnDiscarded {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  /**
   * How the turn ended. `cut_off`: the loop ended before its decision. `no_test_ran`: the test runner ended
   * without running a test, with the sources from before the turn too.
   */
  readonly outcome?: DiscardedOutcome;
  readonly why: string;
  /**
   * When the wait before the next turn ends, ISO 8601: of a provider's limit, or the pause after a turn that failed.
   * Absent without a wait.
   */
  readonly wait_until?: string;
  /** The runs of the suite since the record before that has some; absent where there was none. */
  readonly suite_runs?: readonly SuiteRuns[];
}

export const turnDiscarded: RecordKind<TurnDiscarded> = {
  meaning: 'a turn or a measurement ended without a decision, and why',
  events: ({ phase, iteration, attempt, outcome = 'crashed', why }) => [
    { type: 'turn.discarded', phase, iteration, attempt, outcome, why },
  ],
  fold: (state, { data: { outcome } }) => ({
    ...state,
    discarded: state.discarded + 1,
    limits: state.limits + (outcome === 'rate_limited' ? 1 : 0),
    untested: state.untested + (outcome === 'no_test_ran' ? 1 : 0),
  }),
  openEnds: (ends) => ({ ...ends, startedTurn: null }),
  breaker: ({ data: { outcome = 'crashed' }, at }) => (outcome === 'crashed' ? { type: 'FAILED_TURN', at } : null),
};
