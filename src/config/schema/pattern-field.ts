/**
 * A pattern over lines, as a value of a config. A pattern that RE2 rejects is a problem with its place.
 *
 * @module
 */
import { compilePattern, PatternError } from '../../signals/patterns/patterns.ts';
import { text } from './fields.ts';

/** RE2 syntax, without look-around and back references. */
export const pattern = () =>
  text('a pattern').superRefine((source, context) => {
    const problem = findProblem(source);
    if (problem !== null) context.addIssue({ code: 'custom', message: `must be a valid RE2 pattern: it ${problem}` });
  });

const findProblem = (source: string): string | null => {
  try {
    compilePattern(source);
    return null;
  } catch (error) {
    if (error instanceof PatternError) return error.problem;
    throw error;
  }
};
