/**
 * How long a run has been going, whatever is done to the clock of the machine: a clock that is set back must not let a
 * run go on for ever, and one that is set forward must not end it.
 *
 * @module
 */

export interface Stopwatch {
  /**
   * Milliseconds, 0 or more, since the limits began to count: told by the clock when it is asked the first time for a
   * beginning, and counted from there by what no clock changes.
   *
   * @param since - ISO 8601: when they began
   */
  readonly spentMs: (since: string) => number;
}

interface StopwatchOptions {
  readonly now: () => Date;
  /** Milliseconds that only ever grow. */
  readonly ticks: () => number;
}

/** Beginnings that are told apart: those of the run and of its phase, and of a few before. */
const MAX_BEGINNINGS = 8;

export const createStopwatch = ({ now, ticks }: StopwatchOptions): Stopwatch => {
  const begun = new Map<string, { readonly spent: number; readonly tick: number }>();
  const begin = (since: string) => {
    const spent = Math.max(0, now().getTime() - Date.parse(since));
    const beginning = { spent: Number.isNaN(spent) ? 0 : spent, tick: ticks() };
    begun.set(since, beginning);
    if (begun.size > MAX_BEGINNINGS) for (const oldest of [...begun.keys()].slice(0, 1)) begun.delete(oldest);
    return beginning;
  };
  return {
    spentMs: (since) => {
      const { spent, tick } = begun.get(since) ?? begin(since);
      return spent + (ticks() - tick);
    },
  };
};
