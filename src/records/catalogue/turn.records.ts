/**
 * A turn of the agent and the test runs behind it, up to the decision or to where they came to none.
 *
 * @module
 */
import type { IterationRecord, TurnOutcome } from '../../../gates/iteration.ts';
import type { Word } from '../../signals/command/spoken-word.ts';
import type { SuiteCounts } from '../../testing/test-run.ts';
import type { Left } from '../run-events.ts';
import type { RecordKind } from './record-kind.ts';

/**
 * Without an `iteration.decided` or an `attempt.void` after it, the loop was killed in the iteration. The process that resumes writes the
 * `attempt.void`, with the outcome `cut_off`, before anything else, and the `phase.left` of an exit that was decided and not recorded.
 */
export interface TurnBegun {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  /** SHA-256 of the nonce, in hexadecimal; null when the config asks for none. */
  readonly nonce_hash: string | null;
  /** The rest of the limits; absent in ledgers before 0.2. */
  readonly left?: Left;
}

export const turnBegun: RecordKind<TurnBegun> = {
  meaning: 'one turn of the agent is about to begin: phase, iteration, attempt, and the SHA-256 of its nonce',
  toEvents: ({ phase, iteration, attempt, left }) => [
    { type: 'iteration.started', phase, iteration, attempt, ...(left === undefined ? {} : { left }) },
  ],
};

export interface TurnEnded {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  readonly turn: IterationRecord['turn'];
  readonly transcript: string;
  /** The calls of the signal command; absent when it was not run. */
  readonly words?: readonly Word[];
}

export const turnEnded: RecordKind<TurnEnded> = {
  meaning:
    'one turn of the agent is over: how it ended, how long it took, what its signal command said, which processes were left',
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
  /** The counts of the whole suite, without tests that the inventory lists as skipped or known to fail. */
  readonly counts: { readonly suite_passing: number; readonly suite_failing: number; readonly suite_skipped: number };
  readonly problems: readonly string[];
  /** The counts of each suite; absent where the config lists one suite. */
  readonly suites?: readonly SuiteCounts[];
  /** Only the tests that are new since the run began were run, and some fail; absent where the whole suite was. */
  readonly part?: 'criteria';
}

export const testsEnded: RecordKind<TestsEnded> = {
  meaning: 'one test run is over: its counts, exit code and problems',
  toEvents: ({ test_run: _place, tree: _tree, counts, ...ended }) => [{ type: 'tests.ended', ...ended, ...counts }],
};

export interface AttemptVoid {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  /** How the turn ended. `cut_off`: the loop ended before its decision. Absent in ledgers before 0.2: then it crashed, or was missing. */
  readonly outcome?: TurnOutcome | 'cut_off';
  readonly why: string;
  /** When the wait before the next turn ends, ISO 8601: of a provider's limit, or the pause after a turn that failed. Absent without a wait. */
  readonly wait_until?: string;
}

export const attemptVoid: RecordKind<AttemptVoid> = {
  meaning: 'a turn or a measurement came to no decision, and why',
  toEvents: ({ phase, iteration, attempt, outcome = 'crashed', why }) => [
    { type: 'attempt.void', phase, iteration, attempt, outcome, why },
  ],
};
