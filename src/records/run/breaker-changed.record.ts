/**
 * The circuit breaker changed.
 *
 * @module
 */
import type { BreakerChange } from '../breaker-change.ts';
import type { RecordKind } from '../record.ts';

export const breakerChanged: RecordKind<BreakerChange> = {
  meaning: 'the circuit breaker opened, cooled down for a trial, or closed: its counts, and why',
  events: (change) => [{ type: 'breaker.changed', ...change }],
  breaker: ({ data }) => (data.cooled_down === true ? { type: 'COOLED' } : null),
};
