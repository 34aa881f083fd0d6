/** Anything that prints TAP 13 or 14 on its standard output; only ever named, never guessed. */
import { readTap } from './read-tap.ts';
import type { Runner } from '../runner.ts';

export const tapRunner: Runner = {
  report: 'stdout',
  refused: { program: /^tap$/, options: { failed: '--save', changed: '--changed' } },
  read: readTap,
  standsFor: 'anything that prints TAP',
  detect: {
    isInScript: (words) =>
      words.some((word) => ['tape', 'tap', '--tap', '--reporter=tap', '--test-reporter=tap'].includes(word)),
    drops: { failFast: ['--bail', '-b'] },
    command: () => null,
  },
  frozen: {
    everywhere: ['.taprc'],
    member: 'tap',
    packages: /^(?:tap|@tapjs\/[^/]+)$/,
    scopes: ['@tapjs'],
    programs: ['tap'],
  },
  // By its old custom, `t/name.t`; bats prints it.
  tests: { files: ['**/*.{t,bats}', '**/t/**/*'], modules: { script: ['tap'] } },
  withoutFiles: 'TAP names no files',
  prepare: (command) => ({ command, env: {} }),
};
