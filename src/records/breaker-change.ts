/** The data of a `breaker.changed` record, and the state of a breaker, for other programs. */
import { type Breaker, type BreakerState, describeBreaker } from '../../machines/index.ts';

/**
 * The breaker is folded from `iteration.decided`, `turn.discarded` and the commands of operators. This record shows
 * the result, and changes nothing but with `cooled`. Its counts are whole numbers of 0 or more.
 */
export interface BreakerChange {
  /** The phase; null when the work is over. */
  readonly phase: string | null;
  readonly from: BreakerState;
  readonly to: BreakerState;
  /** Why it opened, until a trial did better; else null. */
  readonly why: string | null;
  readonly no_progress: number;
  readonly same_error: number;
  readonly failed_turns: number;
  readonly no_exit: number;
  readonly openings: number;
  /** When a trial may begin, ISO 8601; null unless it is open. */
  readonly open_until: string | null;
  /** Its reopenings are used up: only an operator closes it. */
  readonly exhausted: boolean;
  /** The cooldown is over, and the next iteration is the trial. The only record that changes a breaker by itself. */
  readonly cooled_down?: true;
}

/** The state of the breaker, for other programs. */
export type BreakerShown = Omit<BreakerChange, 'phase' | 'from' | 'to' | 'cooled_down'> & {
  readonly state: BreakerState;
};

export const showBreaker = (breaker: Breaker): BreakerShown => {
  const { state, no_progress, same_error, failed_turns, no_exit, openings, open_until, exhausted } = breaker;
  const why = describeBreaker(breaker);
  return { state, why, no_progress, same_error, failed_turns, no_exit, openings, open_until, exhausted };
};
