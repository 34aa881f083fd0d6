/**
 * The help of `dualgate skip`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../../command.ts';
import {
  GATES_NOTE,
  REASON_OPTION,
  RUN_OPTION,
  OPERATOR_OPTIONS,
  OPERATOR_NOTE,
  NOT_TAKEN,
} from '../../shared-options.ts';

export const skipHelp: CommandHelp = {
  operands: '[PHASE]',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [
    GATES_NOTE,
    OPERATOR_NOTE,
    'Only the current phase can be skipped; it is the default of PHASE.',
    'Refused (exit code 77) if both gates are satisfied before the command takes effect.',
    'Every report of the run shows the forced exit.',
  ],
  examples: ['dualgate skip DOCUMENT -m "the docs are in another repository"'],
  exits: { 0: 'the phase has ended (forced exit)', ...NOT_TAKEN },
};
