/**
 * Turns an offset in a condition's text into the error that people see.
 *
 * @module
 */
import { ConditionError } from '../errors.ts';

/** The error for the character at `offset`, an index into `text`; the end of the text counts as its last character. */
export const refusal = (text: string, offset: number, problem: string): ConditionError => {
  const before = text.slice(0, Math.max(0, Math.min(offset, text.length - 1))).split(/\r\n|\r|\n/);
  return new ConditionError(problem, { line: before.length, column: (before.at(-1) ?? '').length + 1 });
};
