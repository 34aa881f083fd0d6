/**
 * The help of `dualgate skip`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { REASON_OPTION, RUN_OPTION, OPERATOR_OPTIONS, OPERATOR_NOTE, NOT_TAKEN } from './shared-options.ts';

export const skipHelp: CommandHelp = {
  operands: '[PHASE]',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [
    OPERATOR_NOTE,
    'Without PHASE: the current phase. Any other PHASE is an error.',
    'If both gates are satisfied first, the command has no effect.',
    'Every report of the run shows the forced exit.',
  ],
  examples: ['dualgate skip DOCUMENT -m "the docs are in another repository"'],
  exits: { 0: 'the phase was exited (forced exit)', ...NOT_TAKEN },
};
