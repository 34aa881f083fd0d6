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
  withoutFiles: 'its words name no files',
  prepare: (command) => ({ command, env: {} }),
};
