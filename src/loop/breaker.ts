/**
 * The breaker in the loop: its changes are recorded, and its pauses bounded by their own length, even when a clock is
 * set back.
 */
import { type Breaker, turnBreaker } from '../../machines/index.ts';
import { type BreakerChange, showBreaker } from '../records/breaker-change.ts';
import type { Journal } from '../records/journal.ts';

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

/** The end of the cooldown; never later than one full cooldown from now. */
export const endOfCooldown = ({ open_until, rules }: Pick<Breaker, 'open_until' | 'rules'>, now: Date): Date => {
  const longest = now.getTime() + rules.cooldown_ms;
  const until = open_until === null ? Number.NaN : Date.parse(open_until);
  return new Date(Number.isNaN(until) ? longest : Math.min(until, longest));
};

/** The longest pause after a turn that failed, in milliseconds. */
const LONGEST_MS = 30 * 60_000;

/** @param failed - turns in a row that failed, from 1 */
export const endOfBackoff = (failed: number, backoffMs: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(backoffMs * 2 ** (Math.max(1, failed) - 1), LONGEST_MS));
