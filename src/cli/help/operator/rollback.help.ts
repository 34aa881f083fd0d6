/**
 * The help of `dualgate rollback`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../../command.ts';
import { REASON_OPTION, RUN_OPTION, OPERATOR_OPTIONS, OPERATOR_NOTE, NOT_TAKEN } from '../../shared-options.ts';

export const rollbackHelp: CommandHelp = {
  operands: 'PHASE',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [
    OPERATOR_NOTE,
    'The phase after PHASE starts again. Needs `commits: true` in the config.',
    'Keeps the discarded work in a commit, and prints its name. Reports show the rollback.',
  ],
  examples: ['dualgate rollback RED -m "the tests miss a criterion"'],
  exits: { 0: 'branch and files are as at the end of PHASE', ...NOT_TAKEN },
};
