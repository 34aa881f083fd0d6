/**
 * The help of `dualgate rollback`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { REASON_OPTION, RUN_OPTION, OPERATOR_OPTIONS, OPERATOR_NOTE, NOT_TAKEN } from './shared-options.ts';

export const rollbackHelp: CommandHelp = {
  operands: 'PHASE',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [
    OPERATOR_NOTE,
    'The phase after PHASE starts again. Needs `commits: true` in the config.',
    'The discarded work is kept in a commit, which the command names. Reports show the rollback.',
  ],
  examples: ['dualgate rollback RED -m "the tests miss a criterion"'],
  exits: { 0: 'branch and files are as at the exit of PHASE', ...NOT_TAKEN },
};
