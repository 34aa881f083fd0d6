/**
 * How the work of a run is over, and in which words.
 *
 * @module
 */
import type { Settlement } from '../../machines/index.ts';
import type { Journal } from '../records/journal.ts';

/** Work that is over, by its last phase or by an order, and of which only the word that it is over is missing. */
export const findUnsettled = (journal: Journal): Settlement | null => {
  const { settled, forced, aborted } = journal.state();
  const isSaid = settled?.status === 'completed' || settled?.status === 'aborted';
  if (journal.phase() !== null || isSaid) return null;
  return journal.chart().matches('completed')
    ? { status: 'completed', why: completionOf(forced.length) }
    : { status: 'aborted', why: aborted === null ? 'Aborted' : `Aborted by ${aborted.by}: ${aborted.reason}` };
};

/** The run got as far as it was asked to go. */
export const pausedAfter = (phase: string): Settlement => ({
  status: 'paused',
  why: `${phase} was left, as --until asked; dualgate resume goes on`,
});

/** A forced exit stays visible for ever (RULES 1.6). */
export const completionOf = (forced: number): string =>
  forced === 0
    ? 'Every phase was left by both of its gates'
    : `The last phase was left; ${forced} of the phases by a forced exit`;
