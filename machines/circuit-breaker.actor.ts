/**
 * The breaker as a live actor, for embedders and inspectors. It uses the same reducer as the fold of a ledger, so
 * both have the same state.
 *
 * @module
 */
import { fromTransition } from 'xstate';
import { type Breaker, type BreakerEvent, turnBreaker } from './circuit-breaker.ts';

/** The breaker as an actor. Input: the breaker to continue with; `closedBreaker()` for a new one. */
export const circuitBreakerActor = fromTransition(
  (breaker: Breaker, event: BreakerEvent): Breaker => turnBreaker(breaker, event),
  ({ input }: { readonly input: Breaker }) => input,
);
