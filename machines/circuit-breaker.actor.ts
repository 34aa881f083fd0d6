/** The breaker as a live actor. It uses the same reducer as the fold of a ledger, so both have the same state. */
import { fromTransition } from 'xstate';
import { type Breaker, type BreakerCause, type BreakerEvent, turnBreaker } from './circuit-breaker.ts';

const SAYS: Readonly<Record<BreakerCause, (count: number) => string>> = {
  no_progress: (count) => `Exit gate not passing: ${countOf(count, 'iteration')} without progress`,
  same_error: (count) => `Exit gate not passing: ${countOf(count, 'iteration')} with the same failing tests`,
  failed_turns: (count) => `The agent failed in ${countOf(count, 'turn')} in a row`,
  no_exit: (count) => `Exit gate not passing: ${countOf(count, 'iteration')} without an exit`,
};

/** Why the breaker is open. `null` for a breaker that is neither open nor in a trial. */
export const describeBreaker = ({ tripped }: Pick<Breaker, 'tripped'>): string | null => {
  if (tripped === null) return null;
  const { cause, count, trials } = tripped;
  const tried = trials === 0 ? '' : `, and ${countOf(trials, 'trial iteration')} after a cooldown did no better`;
  return `${SAYS[cause](count)}${tried}`;
};

const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** The breaker as an actor. Input: the breaker to continue with; `closedBreaker()` for a new one. */
export const circuitBreakerActor = fromTransition(
  (breaker: Breaker, event: BreakerEvent): Breaker => turnBreaker(breaker, event),
  ({ input }: { readonly input: Breaker }) => input,
);
