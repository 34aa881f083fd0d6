/**
 * The two deadlocks (RULES 4.5): a signal that stays true over red metrics, and green metrics over a silent agent. Neither
 * gives way by itself, so a person is asked. Pure.
 *
 * @module
 */
import type { IterationRecord } from './iteration.ts';

/** Decided iterations in a row. Whole numbers of 0 or more. */
export interface Deadlocks {
  /** The agent said that it is done, and gate 1 was not satisfied, over the same failing tests. */
  readonly premature: number;
  /** Gate 1 was satisfied, and the agent said nothing that could be read. */
  readonly silent: number;
}

export const NO_DEADLOCKS: Deadlocks = { premature: 0, silent: 0 };

/** So many in a row need a person. */
export const DEADLOCK_AFTER = 3;

/** With this iteration. A turn that failed has no word, and says nothing about either; an explicit no is not silence. */
export const countDeadlocks = (
  { signal, turn, deadlocks = NO_DEADLOCKS }: Pick<IterationRecord, 'signal' | 'turn' | 'deadlocks'>,
  { measured, signalled }: { readonly measured: boolean; readonly signalled: boolean },
): Deadlocks => {
  if (turn.outcome !== 'ok' && turn.outcome !== 'empty') return deadlocks;
  return {
    premature: signalled && !measured ? deadlocks.premature + 1 : 0,
    silent: measured && signal.value === null ? deadlocks.silent + 1 : 0,
  };
};
