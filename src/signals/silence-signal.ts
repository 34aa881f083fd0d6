/**
 * The exit signal of an agent whose process failed does not count. Its work stays and is measured (rule 3.2).
 *
 * @module
 */
import type { Signal, TurnOutcome } from '../../gates/iteration.ts';
import { noSignal } from '../blocks/no-signal.ts';

/** A turn after which nothing is read. */
type SilencedOutcome = Exclude<TurnOutcome, 'ok' | 'empty'>;

/** The signal of such a turn: null, whatever was printed (rule 3.2). */
export const silenceSignal = (outcome: SilencedOutcome, dialect: string | null): Signal =>
  noSignal(outcome === 'timed_out' ? 'agent_timed_out' : 'agent_failed', dialect);
