/**
 * How long a run has been active, independent of changes to the machine's clock: a clock that is set back must not
 * extend a run forever, and one that is set forward must not end it.
 *
 * @module
 */

export interface Stopwatch {
  /**
   * Milliseconds, 0 or more, since the limits began to count: read from the clock at the first question about a start
   * time, and then counted by a monotonic timer.
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

/** Start times that are kept: those of the run and of its phase, and of a few before. */
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
