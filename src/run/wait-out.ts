/**
 * Waits until a time has come, or until it is told not to.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';

/** The longest that a timer of Node can wait. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * A clock that is set back meanwhile does not make it longer; one that is set forward ends it.
 *
 * @param until - ISO 8601; a time that has passed is not waited for
 * @throws an `AbortError` when `signal` aborts
 */
export const waitOut = async (until: string, now: () => Date, signal: AbortSignal): Promise<null> => {
  const begun = performance.now();
  const whole = leftUntil(until, now);
  const left = () => Math.min(leftUntil(until, now), whole - (performance.now() - begun));
  for (let ms = left(); ms > 0; ms = left()) await wait(Math.min(Math.ceil(ms), MAX_TIMER_MS), undefined, { signal });
  return null;
};

const leftUntil = (until: string, now: () => Date): number => Date.parse(until) - now().getTime();
