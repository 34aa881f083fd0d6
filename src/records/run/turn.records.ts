/** A turn of the agent: its start, its end, and a turn that no gate decides. */
import type { DiscardedOutcome } from '../discarded-outcome.ts';
import type { RecordKind } from '../record.ts';
import type { SuiteRuns } from '../suite-runs.ts';
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { CommandSignal } from '../../signals/command/command-signal.ts';
import { spend } from '../fold/spending.ts';
import { withoutApproval } from '../fold/work-state.ts';
import type { RemovedTranscripts } from '../removed-transcripts.ts';
import type { RemainingLimits } from '../run-events.ts';

/** A turn ended without a decision. */
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

/** A turn of the agent ended. */
export interface TurnEnded {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  readonly turn: IterationRecord['turn'];
  readonly transcript: string;
  /** The calls of the signal command; absent when it was not run. */
  readonly words?: readonly CommandSignal[];
}

export const turnEnded: RecordKind<TurnEnded> = {
  meaning:
    'one turn of the agent ended: how, how long it took, the calls of its signal command, the processes that it left running',
  events: ({ phase, iteration, attempt, turn, transcript }) => [
    { type: 'turn.ended', phase, iteration, attempt, turn, transcript },
  ],
  fold: (state, { data, at }) => ({
    ...state,
    ...spend(state, data, at),
    // A session that crashed, or that cannot be found any more, would only crash again.
    session: data.turn.outcome === 'crashed' ? null : (data.turn.session ?? null),
  }),
};

/**
 * Without an `iteration.decided` or an `turn.discarded` after it, the loop was killed in the iteration. The process
 * that resumes writes the `turn.discarded`, with the outcome `cut_off`, before anything else, and the `phase.exited` of
 * an exit that was decided and not recorded.
 */
export interface TurnStarted {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  /** SHA-256 of the nonce, in hexadecimal; null when the config asks for none. */
  readonly nonce_hash: string | null;
  /** The remaining limits. */
  readonly remaining?: RemainingLimits;
  /** Consecutive green runs that gate 1 asks for; absent where it asks for none. */
  readonly green_runs_wanted?: number;
  /** Parts of earlier transcripts that were removed before this turn; absent where none was. */
  readonly removed_transcripts?: RemovedTranscripts;
}

export const turnStarted: RecordKind<TurnStarted> = {
  meaning: 'one turn of the agent is about to begin: phase, iteration, attempt, and the SHA-256 of its nonce',
  events: ({ nonce_hash: _secret, ...started }) => [{ type: 'iteration.started', ...started }],
  // A command that crashed was answered so; the loop continued.
  openEnds: (ends, { data: { phase, iteration, attempt } }) => ({
    ...withoutApproval(ends),
    session: null,
    forcing: null,
    startedTurn: { phase, iteration, attempt },
  }),
};
