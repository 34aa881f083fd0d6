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

export interface TurnBegun {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  /** SHA-256 of the nonce, in hexadecimal; null when the config asks for none. */
  readonly nonce_hash: string | null;
  /** What the limits left; absent in ledgers before 0.2. */
  readonly left?: Left;
}

export const turnBegun: RecordKind<TurnBegun> = {
  meaning:
    'one turn of the agent is about to begin: phase, iteration, attempt, and the SHA-256 of the nonce that it is given; an iteration without a decision after it was cut off',
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
  /** What the signal command said; absent when it was not run. */
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
  readonly test_run: number;
  readonly green: boolean;
  readonly exit_code: number | null;
  readonly ms: number;
  readonly tree: string;
  readonly counts: { readonly suite_passing: number; readonly suite_failing: number; readonly suite_skipped: number };
  readonly problems: readonly string[];
  /** Where the config lists several suites. */
  readonly suites?: readonly SuiteCounts[];
  /** Only the tests of the criteria were run. */
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
  /** `cut_off`: the loop ended in the midst of it. Absent in ledgers before 0.2: then it crashed, or was missing. */
  readonly outcome?: TurnOutcome | 'cut_off';
  readonly why: string;
  /** The limit of a provider is waited out: ISO 8601. */
  readonly wait_until?: string;
}

export const attemptVoid: RecordKind<AttemptVoid> = {
  meaning: 'a turn or a measurement came to no decision, and why',
  toEvents: ({ phase, iteration, attempt, outcome = 'crashed', why }) => [
    { type: 'attempt.void', phase, iteration, attempt, outcome, why },
  ],
};
