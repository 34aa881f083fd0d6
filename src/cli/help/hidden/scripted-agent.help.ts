/**
 * The help of `dualgate scripted-agent`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../../command.ts';

export const scriptedAgentHelp: CommandHelp = {
  operands: 'FILE',
  maxOperands: 1,
  options: {},
  examples: ['dualgate scripted-agent agent.yaml'],
  exits: { 0: 'the turn was played' },
};
