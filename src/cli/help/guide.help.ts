/**
 * The help of `dualgate guide`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { RUN_OPTION, OPERATOR_OPTIONS, OPERATOR_NOTE, NOT_TAKEN } from './shared-options.ts';

export const guideHelp: CommandHelp = {
  operands: 'TEXT',
  maxOperands: 1,
  options: { ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [OPERATOR_NOTE, 'Adds TEXT to every prompt until the phase is exited. With -, reads TEXT from stdin.'],
  examples: ['dualgate guide "Keep the public API; the parser is in src/parse."'],
  exits: { 0: 'the next prompt contains TEXT', ...NOT_TAKEN },
};
