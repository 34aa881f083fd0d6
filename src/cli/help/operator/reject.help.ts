/**
 * The help of `dualgate reject`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../../command.ts';
import { REASON_OPTION, RUN_OPTION, OPERATOR_OPTIONS, NOT_TAKEN } from '../../shared-options.ts';

export const rejectHelp: CommandHelp = {
  operands: '[SOURCES]',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [
    'For people, not for the agent. For a phase with confirm: true, which waits when both gates agree.',
    'Holds the phase. The next prompt of the agent contains the reason.',
    'SOURCES are the first characters of the fingerprint of the measured sources.',
    'To continue a stopped run, also run dualgate resume.',
  ],
  examples: ['dualgate reject -m "name the function as in the spec"'],
  exits: { 0: 'the phase is held', ...NOT_TAKEN },
};
