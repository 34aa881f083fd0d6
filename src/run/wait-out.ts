/**
 * Waits until a time has come, or until it is told not to.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';

/** The longest that a timer of Node can wait. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * @param until - ISO 8601; a time that has passed is not waited for
 * @throws an `AbortError` when `signal` aborts
 */
export const waitOut = async (until: string, now: () => Date, signal: AbortSignal): Promise<null> => {
  for (let left = leftUntil(until, now); left > 0; left = leftUntil(until, now)) {
    await wait(Math.min(left, MAX_TIMER_MS), undefined, { signal });
  }
  return null;
};

const leftUntil = (until: string, now: () => Date): number => Date.parse(until) - now().getTime();
