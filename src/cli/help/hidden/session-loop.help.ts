/**
 * The help of `dualgate session-loop`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../../command.ts';
import { CONFIG_OPTION } from '../../shared-options.ts';

export const sessionLoopHelp: CommandHelp = {
  operands: '[SPEC]',
  maxOperands: 1,
  options: { ...CONFIG_OPTION },
  examples: ['dualgate session-loop'],
  exits: { 0: 'the run of the session completed' },
};
