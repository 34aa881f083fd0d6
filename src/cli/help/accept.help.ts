/**
 * The help of `dualgate accept`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { REASON_OPTION, RUN_OPTION, OPERATOR_OPTIONS, OPERATOR_NOTE, NOT_TAKEN } from './shared-options.ts';

export const acceptHelp: CommandHelp = {
  operands: '[FILE...]',
  maxOperands: Number.POSITIVE_INFINITY,
  options: {
    tests: { type: 'boolean', help: 'accept the missing tests of the last iteration' },
    writes: { type: 'boolean', help: 'FILE is a glob of files that the suite writes; they no longer count as sources' },
    all: { type: 'boolean', help: 'accept all listed changes; renames need no approval' },
    ...REASON_OPTION,
    ...RUN_OPTION,
    ...OPERATOR_OPTIONS,
  },
  notes: [
    'Without FILE, --tests and --all, the command lists the changes and accepts nothing.',
    OPERATOR_NOTE,
    'dualgate refuses a file that changes again before it carries out the command.',
  ],
  examples: ['dualgate accept', 'dualgate accept test/cart.test.js -m "the spec changed"'],
  exits: { 0: 'accepted, or listed', ...NOT_TAKEN },
};
