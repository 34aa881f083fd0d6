/**
 * Anything that prints words like PASS and FAIL; only ever named, never guessed. The weakest of all reports.
 *
 * @module
 */
import { readText } from './read-text.ts';
import type { Runner } from '../runner.ts';

export const textRunner: Runner = {
  report: 'stdout',
  read: readText,
  standsFor: 'the words PASS, OK, FAIL and ERROR (the weakest report)',
  withoutFiles: 'its output names no files',
  prepare: (command) => ({ command, env: {} }),
};
