/**
 * What a `breaker.changed` record carries, and where a breaker stands, for other programs.
 *
 * @module
 */
import { type Breaker, type BreakerState, describeBreaker } from '../../machines/index.ts';

/**
 * The breaker is folded from `iteration.decided`, `attempt.void` and the commands of operators. This record shows the result, and
 * changes nothing but with `cooled`. Its counts are whole numbers of 0 or more.
 */
export interface BreakerChange {
  /** The phase; null when the work is over. */
  readonly phase: string | null;
  readonly from: BreakerState;
  readonly to: BreakerState;
  /** Why it opened, until a probe did better; else null. */
  readonly why: string | null;
  readonly no_progress: number;
  readonly same_error: number;
  readonly failed_turns: number;
  readonly no_exit: number;
  readonly openings: number;
  /** When a probe may begin, ISO 8601; null unless it is open. */
  readonly open_until: string | null;
  /** Its reopenings are used up: an operator closes it. */
  readonly spent: boolean;
  /** The cooldown is over, and the next iteration is the probe. The only record that moves a breaker by itself. */
  readonly cooled?: true;
}

/** Where the breaker stands, for other programs. */
export type BreakerShown = Omit<BreakerChange, 'phase' | 'from' | 'to' | 'cooled'> & { readonly state: BreakerState };

export const showBreaker = (breaker: Breaker): BreakerShown => {
  const { state, no_progress, same_error, failed_turns, no_exit, openings, open_until, spent } = breaker;
  const why = describeBreaker(breaker);
  return { state, why, no_progress, same_error, failed_turns, no_exit, openings, open_until, spent };
};
