/**
 * Waits until a time has come, or until it is told not to. A clock that is set back meanwhile makes no wait longer than it
 * was when it began.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';

/** How often the clock is looked at: a machine that slept, or whose clock was set, is late by no more; milliseconds. */
const LOOK_MS = 10_000;

/**
 * A clock that is set back meanwhile does not make it longer.
 *
 * @param until - ISO 8601; a time that has passed is not waited for
 * @throws an `AbortError` when `signal` aborts
 */
export const waitOut = async (until: string, now: () => Date, signal: AbortSignal): Promise<null> => {
  const begun = performance.now();
  const whole = leftUntil(until, now);
  const left = () => Math.min(leftUntil(until, now), whole - (performance.now() - begun));
  for (let ms = left(); ms > 0; ms = left()) await wait(Math.min(Math.ceil(ms), LOOK_MS), undefined, { signal });
  return null;
};

const leftUntil = (until: string, now: () => Date): number => Date.parse(until) - now().getTime();
