/**
 * The help of `dualgate init`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';

export const initHelp: CommandHelp = {
  options: {
    preset: {
      type: 'string',
      value: 'NAME',
      help: 'start from a preset (config of a known system); dualgate presets lists them',
    },
    quick: { type: 'boolean', help: 'only RED and GREEN: no REFACTOR, no DOCUMENT' },
    package: { type: 'string', value: 'NAME', help: 'run the tests of one package of a monorepo, by name or folder' },
    issue: {
      type: 'string',
      value: 'ISSUE',
      help: 'write an issue into specs/: a number or URL that gh can read, or a file',
    },
    print: { type: 'boolean', help: 'print the config instead of writing it' },
    force: { type: 'boolean', short: 'f', help: 'replace an existing config' },
  },
  examples: [
    'dualgate init',
    'dualgate init --quick',
    'dualgate init --issue 42',
    'dualgate init --package packages/api',
  ],
  exits: { 0: 'written, or printed', 1: 'a config already exists, or a package must be chosen' },
};
