/**
 * An answer beside what was expected of it.
 *
 * @module
 */
import type { Decision } from '../../gates/decide.ts';
import type { Answer } from './answer-case.ts';
import type { Expectation } from './case-schema.ts';

/** A value that was expected and was not answered. */
export interface Difference {
  readonly key: 'gate_1' | 'gate_2' | 'can_exit' | 'next' | 'forced';
  readonly expected: boolean | string | null;
  readonly answered: boolean | string | null;
}

/** Words of the scenarios → words of a decision. */
const NEXT: Readonly<Record<NonNullable<Expectation['next']>, Decision['next']>> = {
  exit: 'leave',
  halt: 'stop',
  limit_reached: 'stop',
  leave: 'leave',
  hold: 'hold',
  stop: 'stop',
  needs_human: 'needs_human',
};

/** What differs, most telling first; what is not expected is not compared. */
export const compareAnswer = (answer: Answer, expected: Expectation): readonly Difference[] => {
  const wanted = { ...expected, ...(expected.next === undefined ? {} : { next: NEXT[expected.next] }) };
  return (['can_exit', 'gate_1', 'gate_2', 'next', 'forced'] as const).flatMap((key) => {
    const value = wanted[key];
    return value === undefined || value === answer[key] ? [] : [{ key, expected: value, answered: answer[key] }];
  });
};
