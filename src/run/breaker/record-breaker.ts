/**
 * The breaker's changes, written down and told: nothing acts on what only the memory of a loop knows.
 *
 * @module
 */
import { type Breaker, type BreakerState, describeBreaker, turnBreaker } from '../../../machines/index.ts';
import type { Journal } from '../journal.ts';
import type { RunNews } from '../run-events.ts';

/** What a `breaker.changed` record carries. Whole numbers of 0 or more. */
export interface BreakerChange {
  /** Null when the work is over. */
  readonly phase: string | null;
  readonly from: BreakerState;
  readonly to: BreakerState;
  /** Why it opened, until a probe did better. */
  readonly why: string | null;
  readonly no_progress: number;
  readonly same_error: number;
  readonly failed_turns: number;
  readonly no_exit: number;
  readonly openings: number;
  /** ISO 8601; null unless it is open. */
  readonly open_until: string | null;
  /** Nothing but an operator closes it. */
  readonly spent: boolean;
  /** The cooldown is over, and the next iteration is the probe. The only record that moves a breaker by itself. */
  readonly cooled?: true;
}

export interface BreakerSite {
  readonly journal: Journal;
  readonly announce: (news: RunNews) => void;
}

/** Whether there was anything to write. @param before - as it was before the records that were just written */
export const recordBreaker = ({ journal, announce }: BreakerSite, before: Breaker): boolean => {
  const { breaker } = journal.state();
  if (breaker.state === before.state && breaker.openings <= before.openings) return false;
  const change = describeChange(journal.phase(), before, breaker);
  journal.write('breaker.changed', change);
  announce({ type: 'breaker.changed', ...change });
  return true;
};

/** After the cooldown: the next iteration is the probe, unless an order closed the breaker meanwhile. */
export const coolBreaker = ({ journal, announce }: BreakerSite): void => {
  const { breaker } = journal.state();
  const cooled = turnBreaker(breaker, { type: 'COOLED' });
  if (cooled === breaker || journal.phase() === null) return;
  const change: BreakerChange = { ...describeChange(journal.phase(), breaker, cooled), cooled: true };
  journal.write('breaker.changed', change);
  announce({ type: 'breaker.changed', ...change });
};

const describeChange = (phase: string | null, from: Breaker, to: Breaker): BreakerChange => {
  const { state, ...shown } = showBreaker(to);
  return { phase, from: from.state, to: state, ...shown };
};

/** Where the breaker stands, for other programs. */
export type BreakerShown = Omit<BreakerChange, 'phase' | 'from' | 'to' | 'cooled'> & { readonly state: BreakerState };

export const showBreaker = (breaker: Breaker): BreakerShown => {
  const { state, no_progress, same_error, failed_turns, no_exit, openings, open_until, spent } = breaker;
  const why = describeBreaker(breaker);
  return { state, why, no_progress, same_error, failed_turns, no_exit, openings, open_until, spent };
};
