/**
 * Anything that prints TAP 13 or 14 on its standard output; only ever named, never guessed.
 *
 * @module
 */
import type { Runner } from '../runner.ts';

export const tapRunner: Runner = {
  report: 'stdout',
  isFoundIn: () => false,
  prepare: (command) => ({ command, env: {} }),
};
