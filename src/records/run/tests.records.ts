/** Measurements by other programs: the runs of the suite, and the verdict of a review. */
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { ReviewAnswer } from '../../evidence/review/read-verdict.ts';
import { spend } from '../fold/spending.ts';
import type { RecordKind } from '../record.ts';
import type { BuildRun, SuiteCounts, TestCounts } from '../../runners/test-run.ts';

/** The independent review answered. */
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

/** One test run ended. */
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
