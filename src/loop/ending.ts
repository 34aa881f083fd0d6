/**
 * How the work of a run ends, and in which words.
 *
 * @module
 */
import type { Ending } from '../../machines/index.ts';
import type { Journal } from '../records/journal.ts';

/** Work that is over, by its last phase or by an operator command, but whose end is not yet recorded. */
export const findNotEnded = (journal: Journal): Ending | null => {
  const { ending, forced, aborted } = journal.state();
  const isSaid = ending?.status === 'completed' || ending?.status === 'aborted';
  if (journal.phase() !== null || isSaid) return null;
  return journal.state().sums.position.state === 'completed'
    ? { status: 'completed', why: completionOf(forced.length) }
    : { status: 'aborted', why: aborted === null ? 'Aborted' : `Aborted by ${aborted.by}: ${aborted.reason}` };
};

/** The run did as much as the operator wanted. */
export const pausedAfter = (phase: string): Ending => ({
  status: 'paused',
  why: `${phase} was exited, as --until requested; dualgate resume continues the run`,
});

/** A forced exit stays visible forever (rule 1.6). */
export const completionOf = (forced: number): string =>
  forced === 0
    ? 'Every phase was exited by both of its gates'
    : `The last phase was exited; ${forced} ${forced === 1 ? 'phase' : 'phases'} had a forced exit`;
