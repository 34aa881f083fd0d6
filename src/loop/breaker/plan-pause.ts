/**
 * How long the loop pauses before its next turn. Every pause is bounded by its own length, even when a clock is set
 * back. Pure.
 *
 * @module
 */
import type { Breaker } from '../../../machines/index.ts';

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
