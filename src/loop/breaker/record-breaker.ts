/**
 * The breaker's changes, written down and told: nothing acts on what only the memory of a loop knows.
 *
 * @module
 */
import { type Breaker, turnBreaker } from '../../../machines/index.ts';
import { type BreakerChange, showBreaker } from '../../records/breaker-change.ts';
import type { Journal } from '../../records/journal.ts';

interface BreakerSite {
  readonly journal: Journal;
}

/** Whether there was anything to write. @param before - as it was before the records that were just written */
export const recordBreaker = ({ journal }: BreakerSite, before: Breaker): boolean => {
  const { breaker } = journal.state();
  if (breaker.state === before.state && breaker.openings <= before.openings) return false;
  const change = describeChange(journal.phase(), before, breaker);
  journal.write('breaker.changed', change);
  return true;
};

/** After the cooldown: the next iteration is the probe, unless an order closed the breaker meanwhile. */
export const coolBreaker = ({ journal }: BreakerSite): void => {
  const { breaker } = journal.state();
  const cooled = turnBreaker(breaker, { type: 'COOLED' });
  if (cooled === breaker || journal.phase() === null) return;
  const change: BreakerChange = { ...describeChange(journal.phase(), breaker, cooled), cooled: true };
  journal.write('breaker.changed', change);
};

const describeChange = (phase: string | null, from: Breaker, to: Breaker): BreakerChange => {
  const { state, ...shown } = showBreaker(to);
  return { phase, from: from.state, to: state, ...shown };
};
