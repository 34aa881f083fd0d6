/**
 * A turn of the agent ended.
 *
 * @module
 */
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { CommandSignal } from '../../signals/command/command-signal.ts';
import { spend } from '../fold/spending.ts';
import type { RecordKind } from '../record.ts';

export interface TurnEnded {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  readonly turn: IterationRecord['turn'];
  readonly transcript: string;
  /** The calls of the signal command; absent when it was not run. */
  readonly words?: readonly CommandSignal[];
}

export const turnEnded: RecordKind<TurnEnded> = {
  meaning:
    'one turn of the agent ended: how, how long it took, the calls of its signal command, the processes that it left running',
  events: ({ phase, iteration, attempt, turn, transcript }) => [
    { type: 'turn.ended', phase, iteration, attempt, turn, transcript },
  ],
  fold: (state, { data, at }) => ({
    ...state,
    ...spend(state, data, at),
    // A session that crashed, or that cannot be found any more, would only crash again.
    session: data.turn.outcome === 'crashed' ? null : (data.turn.session ?? null),
  }),
};
