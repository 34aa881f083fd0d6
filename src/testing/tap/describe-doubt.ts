/**
 * A test point that can be read in two ways, told with both.
 *
 * @module
 */
import { plainLine } from '../../text/plain-line.ts';
import type { TapPoint } from './tap-lines.ts';

const MOST_LETTERS = 120;

/** @param line - of the stream, trimmed */
export const describeDoubt = ({ doubt }: TapPoint, line: string): string => {
  const shown = plainLine(line, MOST_LETTERS);
  return doubt === 'directive'
    ? `the line \`${shown}\` of the TAP stream is a skipped or todo test to some readers, and the name of a test to others. To skip a test, its line needs " # SKIP" or " # TODO" once, with the blanks. If it is a name, give the test another one without this "#"`
    : `The line \`${shown}\` of the TAP stream counts as a test with "#" in its name. To other readers it is a skipped or todo test: to skip a test, its line needs " # SKIP" or " # TODO" and then a blank.`;
};
