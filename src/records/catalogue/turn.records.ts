/**
 * A turn of the agent and the test runs after it, up to the decision, or to the point where they ended without one.
 *
 * @module
 */
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { CommandSignal } from '../../signals/command/command-signal.ts';
import type { SuiteRuns } from '../suite-runs.ts';
import type { BuildRun, SuiteCounts, TestCounts } from '../../testing/test-run.ts';
import type { DiscardedOutcome } from '../discarded-outcome.ts';
import type { RemovedTranscripts } from '../removed-transcripts.ts';
import type { RemainingLimits } from '../run-events.ts';
import type { RecordKind } from './record-kind.ts';

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
  /** Parts of earlier transcripts that were removed before this turn; absent where none was. */
  readonly removed_transcripts?: RemovedTranscripts;
}

export const turnStarted: RecordKind<TurnStarted> = {
  meaning: 'one turn of the agent is about to begin: phase, iteration, attempt, and the SHA-256 of its nonce',
  toEvents: ({ nonce_hash: _secret, ...started }) => [{ type: 'iteration.started', ...started }],
};

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
  toEvents: ({ phase, iteration, attempt, turn, transcript }) => [
    { type: 'turn.ended', phase, iteration, attempt, turn, transcript },
  ],
};

export interface TestsEnded {
  readonly phase: string;
  readonly iteration: number;
  /** The number of the test run within the iteration, from 1. */
  readonly test_run: number;
  readonly green: boolean;
  readonly exit_code: number | null;
  readonly ms: number;
  /** Fingerprint of the sources. */
  readonly tree: string;
  /** The counts of the whole suite, without tests that the baseline lists as skipped or known to fail. */
  readonly counts: TestCounts;
  /** Those of tests that existed before the run began; absent where there were none. */
  readonly existing?: TestCounts;
  readonly problems: readonly string[];
  /** The counts of each suite; absent where the config lists one suite. */
  readonly suites?: readonly SuiteCounts[];
  /** The build before the suite; absent where the config names none, or where it failed. */
  readonly build?: BuildRun;
  /** Only the files with tests that are new since the run began ran, and some fail; absent where the whole suite ran. */
  readonly part?: 'criteria';
}

export const testsEnded: RecordKind<TestsEnded> = {
  meaning: 'one test run ended: its counts, exit code and problems',
  toEvents: ({ test_run: _place, tree: _tree, counts, ...ended }) => [{ type: 'tests.ended', ...ended, ...counts }],
};

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
  toEvents: ({ phase, iteration, attempt, outcome = 'crashed', why }) => [
    { type: 'turn.discarded', phase, iteration, attempt, outcome, why },
  ],
};
