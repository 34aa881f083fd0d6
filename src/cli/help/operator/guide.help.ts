/**
 * The help of `dualgate guide`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../../command.ts';
import { RUN_OPTION, OPERATOR_OPTIONS, OPERATOR_NOTE, NOT_TAKEN } from '../../shared-options.ts';

export const guideHelp: CommandHelp = {
  operands: 'TEXT',
  maxOperands: 1,
  options: { ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [
    OPERATOR_NOTE,
    'Every prompt of the phase contains TEXT, not only the next one. With -, reads TEXT from stdin.',
  ],
  examples: ['dualgate guide "Keep the public API; the parser is in src/parse."'],
  exits: { 0: 'the next prompt contains TEXT', ...NOT_TAKEN },
};
