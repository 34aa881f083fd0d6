/**
 * The breaker as a live actor, for embedders and inspectors: the very reducer that a ledger is folded with, so that both
 * stand at the same place.
 *
 * @module
 */
import { fromTransition } from 'xstate';
import { type Breaker, type BreakerEvent, turnBreaker } from './circuit-breaker.ts';

/** Input: the breaker to go on with; `closedBreaker()` for a new one. */
export const circuitBreakerActor = fromTransition(
  (breaker: Breaker, event: BreakerEvent): Breaker => turnBreaker(breaker, event),
  ({ input }: { readonly input: Breaker }) => input,
);
