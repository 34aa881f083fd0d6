/**
 * What an operator is asked when the work is halted; pure.
 *
 * @module
 */
import type { RunStatus } from '../../index.ts';
import { plain } from './text/paint.ts';

/** The phase, and what held it when it was last decided: why the run ended stands right above. */
export const renderHalt = ({ phase, iteration, held }: Pick<RunStatus, 'phase' | 'iteration' | 'held'>): string =>
  [
    `${phase ?? 'The work'} waits for you${iteration === 0 ? '' : ` after ${iteration} decided ${iteration === 1 ? 'iteration' : 'iterations'}`}.`,
    ...(held === null
      ? []
      : [
          `  held: ${plain(held.reason)}`,
          ...held.unmet.map((clause) => `    - ${plain(clause)}`),
          ...held.notes.map((note) => `    ! ${plain(note)}`),
        ]),
    '  r  reset the counts that halted it, and try again',
    '  g  guide: tell the agent something, and try again',
    '  s  skip the phase without its gates; recorded for ever',
    '  a  abort: the work ends for good',
    '  q  quit; dualgate resume goes on later',
  ].join('\n');

export const CHOICE = 'r, g, s, a or q? ';
export const REASON = 'Why? It is recorded for ever: ';
export const GUIDANCE = 'What should the agent know? ';
