/**
 * Records and emits the changes of the breaker: nothing acts on a fact that only the memory of a loop has.
 *
 * @module
 */
import { type Breaker, turnBreaker } from '../../../machines/index.ts';
import { type BreakerChange, showBreaker } from '../../records/breaker-change.ts';
import type { Journal } from '../../records/journal.ts';

interface BreakerContext {
  readonly journal: Journal;
}

/** Whether there was a change to record. @param before - the breaker before the records that were just written */
export const recordBreaker = ({ journal }: BreakerContext, before: Breaker): boolean => {
  const { breaker } = journal.state();
  if (breaker.state === before.state && breaker.openings <= before.openings) return false;
  const change = describeChange(journal.phase(), before, breaker);
  journal.write('breaker.changed', change);
  return true;
};

/** After the cooldown: the next iteration is the trial, unless an operator command closed the breaker meanwhile. */
export const coolBreaker = ({ journal }: BreakerContext): void => {
  const { breaker } = journal.state();
  const cooled_down = turnBreaker(breaker, { type: 'COOLED' });
  if (cooled_down === breaker || journal.phase() === null) return;
  const change: BreakerChange = { ...describeChange(journal.phase(), breaker, cooled_down), cooled_down: true };
  journal.write('breaker.changed', change);
};

const describeChange = (phase: string | null, from: Breaker, to: Breaker): BreakerChange => {
  const { state, ...shown } = showBreaker(to);
  return { phase, from: from.state, to: state, ...shown };
};
