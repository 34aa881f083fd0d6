/** A turn of the agent: its start, its end, and a turn that no gate decides. */
import type { DiscardedOutcome } from '../events/turn.events.ts';
import type { RecordKind } from '../record.ts';
import type { RemovedTranscripts } from '../removed-transcripts.ts';
import type { SuiteRuns } from '../suite-runs.ts';
import type { IterationRecord, Turn, TurnUsage } from '../../../gates/iteration.ts';
import type { CommandSignal } from '../../signals/command/command-signal.ts';
import { withoutApproval } from '../fold/work-state.ts';
import type { RemainingLimits } from '../run-events.ts';
import type { ReviewAnswer } from '../../evidence/review/read-verdict.ts';
import type { BuildRun, SuiteCounts, TestCounts } from '../../runners/test-run.ts';
import { type Spending, spendTurn, sumUsage } from '../fold/spending.ts';

export interface TurnDiscarded {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  /**
   * How the turn ended. `cut_off`: the loop ended before its decision. `no_test_ran`: the test runner ended without
   * running a test, with the sources from before the turn too.
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

export interface TurnEnded {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  readonly turn: IterationRecord['turn'];
  readonly transcript: string;
  /** The calls of the signal command; absent when it was not run. */
  readonly words?: readonly CommandSignal[];
}

/** With one more turn, of the agent or of a reviewer. @param at - ISO 8601: its end */
const spend = (
  { spending, usage: { run, phases } }: Spent,
  { phase, turn }: { readonly phase: string; readonly turn: Turn },
  at: string,
): Spent => {
  const ofPhase = sumUsage(phases[phase] ?? null, turn.usage ?? null);
  return {
    spending: spendTurn(spending, turn, at),
    usage: {
      run: sumUsage(run, turn.usage ?? null),
      phases: ofPhase === null ? phases : { ...phases, [phase]: ofPhase },
    },
  };
};

interface Spent {
  readonly spending: Spending;
  readonly usage: { readonly run: TurnUsage | null; readonly phases: Readonly<Record<string, TurnUsage>> };
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
 * that resumes writes the `turn.discarded`, with the outcome `cut_off`, before anything else, and the `phase.exited`
 * of an exit that was decided and not recorded.
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

export interface ReviewEnded extends ReviewAnswer {
  readonly phase: string;
  readonly iteration: number;
  /** As in `turn.started`. */
  readonly attempt: number;
  /** Fingerprint of the reviewed sources: the verdict is about nothing else. */
  readonly tree: string;
  /** The reviewer: the name of a program, or its command. */
  readonly reviewer: string;
  /** How its process ended, and what it used. */
  readonly turn: IterationRecord['turn'];
  /** The file with its answer, relative to the folder of the run. */
  readonly transcript: string;
}

export const reviewEnded: RecordKind<ReviewEnded> = {
  meaning:
    'the reviewer of `checks.review` answered about one state of the sources: its verdict, its findings, and what it used. It is not asked again about these sources, unless it gave no verdict',
  events: ({ phase, iteration, reviewer, outcome, why, findings, turn }) => [
    { type: 'review.ended', phase, iteration, reviewer, outcome, why, findings, turn },
  ],
  // A review costs as a turn does. Its first verdict about a state of the sources stays.
  fold: (state, { data, at }) => {
    const { tree, outcome, why, findings, reviewer } = data;
    const isKept = outcome !== 'no_verdict' && !Object.hasOwn(state.reviews, tree);
    return {
      ...state,
      ...spend(state, data, at),
      reviews: isKept ? { ...state.reviews, [tree]: { outcome, why, findings, reviewer } } : state.reviews,
    };
  },
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
  events: ({ test_run: _place, tree: _tree, counts, ...ended }) => [{ type: 'tests.ended', ...ended, ...counts }],
  fold: (state, { data: { part, ms } }) => (part === undefined ? { ...state, suiteMs: ms } : state),
};
