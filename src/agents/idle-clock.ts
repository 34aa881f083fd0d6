/**
 * Tells an agent that hangs from one that works or waits: the time without a sign of life, in which the time that it
 * waits for its provider does not count.
 *
 * @module
 */
import type { Activity } from '../signals/envelopes/extractor.ts';

export interface IdleClock {
  /** `none` is a sign of life that does not tell what the agent does: who waits goes on waiting. */
  readonly hear: (activity: Activity) => void;
  readonly stop: () => void;
}

/**
 * Runs from the start on.
 *
 * @param idleMs - milliseconds; `null` for a clock that never strikes
 */
export const startIdleClock = (idleMs: number | null, onIdle: () => void): IdleClock => {
  if (idleMs === null) return { hear: () => {}, stop: () => {} };
  let timer: NodeJS.Timeout | null = null;
  let waits = false;
  let stopped = false;
  const wind = (): void => {
    timer ??= setTimeout(onIdle, idleMs);
    timer.refresh();
  };
  const halt = (): void => {
    if (timer !== null) clearTimeout(timer);
    // One that was cleared cannot be wound up again.
    timer = null;
  };
  wind();
  return {
    hear: (activity) => {
      if (stopped) return;
      if (activity !== 'none') waits = activity === 'waiting';
      if (waits) halt();
      else wind();
    },
    stop: () => {
      stopped = true;
      halt();
    },
  };
};
