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
  readonly elapsedMs: (since: string) => number;
}

interface StopwatchOptions {
  readonly now: () => Date;
  /** Milliseconds that only ever grow. */
  readonly ticks: () => number;
}

/** Start times that are kept: those of the run and of its phase, and of a few before. */
const MAX_STARTS = 8;

export const createStopwatch = ({ now, ticks }: StopwatchOptions): Stopwatch => {
  const starts = new Map<string, { readonly elapsed: number; readonly tick: number }>();
  const addStart = (since: string) => {
    const elapsed = Math.max(0, now().getTime() - Date.parse(since));
    const start = { elapsed: Number.isNaN(elapsed) ? 0 : elapsed, tick: ticks() };
    starts.set(since, start);
    if (starts.size > MAX_STARTS) for (const oldest of [...starts.keys()].slice(0, 1)) starts.delete(oldest);
    return start;
  };
  return {
    elapsedMs: (since) => {
      const { elapsed, tick } = starts.get(since) ?? addStart(since);
      return elapsed + (ticks() - tick);
    },
  };
};
