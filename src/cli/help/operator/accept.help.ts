/**
 * The help of `dualgate accept`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../../command.ts';
import { REASON_OPTION, RUN_OPTION, OPERATOR_OPTIONS, OPERATOR_NOTE, NOT_TAKEN } from '../../shared-options.ts';

export const acceptHelp: CommandHelp = {
  operands: '[FILE...]',
  maxOperands: Number.POSITIVE_INFINITY,
  options: {
    tests: { type: 'boolean', help: 'accept that tests are missing: those that the last iteration did not find' },
    writes: { type: 'boolean', help: 'FILE is a glob of files that the suite writes; they no longer count as sources' },
    all: { type: 'boolean', help: 'accept all listed changes, except renames, which need no approval' },
    ...REASON_OPTION,
    ...RUN_OPTION,
    ...OPERATOR_OPTIONS,
  },
  notes: [
    'Frozen files, such as the spec and the tests, must not change during a run (docs/concepts.md).',
    'Without FILE, --tests or --all, lists the changes and accepts nothing.',
    OPERATOR_NOTE,
    'Refuses a file that changes again before the command takes effect.',
  ],
  examples: ['dualgate accept', 'dualgate accept test/cart.test.js -m "the spec changed"'],
  exits: { 0: 'accepted, or listed', ...NOT_TAKEN },
};
