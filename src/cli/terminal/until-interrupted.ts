/**
 * A command that measures, and that Ctrl+C ends with all that it started.
 *
 * @module
 */
import type { CommandIo } from './io.ts';

/** The same as an interrupted run (rule 4.9). */
const INTERRUPTED = 3;

/** @param act - rejects when the signal aborts and its processes have ended @returns an exit code */
export const untilInterrupted = async (
  io: Pick<CommandIo, 'onInterrupt' | 'complain'>,
  act: (signal: AbortSignal) => Promise<number>,
): Promise<number> => {
  const stop = new AbortController();
  io.onInterrupt(() => stop.abort());
  try {
    return await act(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    io.complain('Interrupted. Every process that was started has ended.');
    return INTERRUPTED;
  }
};
