/** The counter of consecutive green runs (rule 1.3). Each iteration has a new one: earlier runs never count. */
import { fromTransition } from 'xstate';
import { DualgateError } from '../gates/errors.ts';

/**
 * An embedder sent the green-run counter an event without `tree`, or with a `green` that is no boolean; only from
 * `dualgate/machines`. Fix: send both, as the test-runner actor does.
 */
export class GreenRunsError extends DualgateError {
  override readonly name = 'GreenRunsError';
  readonly code = 'E_GREEN_RUNS';
}

/** The begin of an iteration, counts while the suite runs, and the verdict of each test run at its end. */
export type GreenRunsEvent =
  /** For a counter that lives longer than an iteration: nothing is carried over (rule 1.3). */
  | { readonly type: 'ITERATION_STARTED' }
  | {
      readonly type: 'TEST_COUNTED';
      readonly suite_passing: number;
      readonly suite_failing: number;
      readonly suite_skipped: number;
    }
  /** `tree`: fingerprint of the measured sources. `green`: every test that had to pass did. */
  | { readonly type: 'TEST_RUN_ENDED'; readonly green: boolean; readonly tree: string };

export interface GreenRuns {
  readonly consecutive_green_runs: number;
  /** The sources that the runs in a row measured. */
  readonly tree: string | null;
  /** Test runs that ended in this iteration, green or not. */
  readonly test_runs: number;
  /** The counts of the active run, or of the last one. */
  readonly counts: { readonly suite_passing: number; readonly suite_failing: number; readonly suite_skipped: number };
}

const NOTHING_COUNTED = { suite_passing: 0, suite_failing: 0, suite_skipped: 0 };

/** The state at the start of an iteration: nothing is carried over (rule 1.3). */
export const NO_GREEN_RUNS: GreenRuns = {
  consecutive_green_runs: 0,
  tree: null,
  test_runs: 0,
  counts: NOTHING_COUNTED,
};

/**
 * The next state of the green-run counter. A run that is not green resets it to 0; one on another tree starts a row.
 * @throws {GreenRunsError} for a TEST_RUN_ENDED without a tree, or with a verdict that is no boolean
 */
export const countGreenRuns = (state: GreenRuns, event: GreenRunsEvent): GreenRuns => {
  if (event.type === 'TEST_COUNTED') {
    const { suite_passing, suite_failing, suite_skipped } = event;
    return { ...state, counts: { suite_passing, suite_failing, suite_skipped } };
  }
  if (event.type === 'ITERATION_STARTED') return NO_GREEN_RUNS;
  // XState sends events of its own, `xstate.stop` for one.
  if (event.type !== 'TEST_RUN_ENDED') return state;
  refuseUncountable(event);
  const sameTree = state.tree === null || state.tree === event.tree;
  const before = sameTree ? state.consecutive_green_runs : 0;
  return {
    ...state,
    consecutive_green_runs: event.green ? before + 1 : 0,
    tree: event.tree,
    test_runs: state.test_runs + 1,
  };
};

/** Two runs without a tree would count as two on the same one, and the text "false" as green. */
const refuseUncountable = ({ green, tree }: { readonly green: unknown; readonly tree: unknown }): void => {
  if (typeof tree !== 'string' || tree === '')
    throw new GreenRunsError(
      'Cannot count a TEST_RUN_ENDED without tree: send the fingerprint of the measured sources as a text.',
    );
  if (typeof green !== 'boolean')
    throw new GreenRunsError(
      `Cannot count a TEST_RUN_ENDED whose green is of the type ${typeof green}: send true or false.`,
    );
};

/** Whether the last run was green, and the phase needs another green run in this iteration. */
export const wantsAnotherGreenRun = (
  { consecutive_green_runs: inRow, test_runs }: GreenRuns,
  { green_runs_wanted, max_runs }: { readonly green_runs_wanted: number; readonly max_runs: number },
): boolean => inRow > 0 && inRow < green_runs_wanted && test_runs < max_runs;

/** The counter of green runs as an actor: `countGreenRuns` behind a mailbox. */
export const greenRunsActor = fromTransition(countGreenRuns, NO_GREEN_RUNS);
