/** Why no gate decided a turn. */
import type { TurnOutcome } from '../../gates/iteration.ts';

/**
 * How the turn ended. `cut_off`: the loop ended before its decision. `no_test_ran`: the test runner ended without
 * running a test, with the sources from before the turn too.
 */
export type DiscardedOutcome = TurnOutcome | 'cut_off' | 'no_test_ran';
