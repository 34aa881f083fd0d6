/**
 * Anything that prints TAP 13 or 14 on its standard output; only ever named, never guessed.
 *
 * @module
 */
import type { Runner } from '../runner.ts';

export const tapRunner: Runner = {
  report: 'stdout',
  detect: {
    isInScript: (words) =>
      words.some((word) => ['tape', 'tap', '--tap', '--reporter=tap', '--test-reporter=tap'].includes(word)),
    command: () => null,
  },
  frozen: {
    everywhere: ['.taprc'],
    member: 'tap',
    packages: /^(?:tap|@tapjs\/[^/]+)$/,
    scopes: ['@tapjs'],
    programs: ['tap'],
  },
  withoutFiles: 'TAP names no files',
  prepare: (command) => ({ command, env: {} }),
};
