/**
 * The help of `dualgate check`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, GATES_NOTE, JSON_OPTION } from '../shared-options.ts';

export const checkHelp: CommandHelp = {
  operands: '[PHASE]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    transcript: {
      type: 'string',
      value: 'FILE',
      help: "read the agent's exit signal from this file with its output ('-': stdin)",
    },
    ...JSON_OPTION,
  },
  notes: [
    GATES_NOTE,
    'PHASE is the phase to check. Default: the current phase of the run, or the first if there is none.',
    'Without --transcript there is no exit signal, so the exit code is always 1.',
    'The tests run as in dualgate run, but the state of the run does not change.',
    'Before the first run, changes to tests cannot be found.',
  ],
  examples: ['dualgate check', 'dualgate check GREEN --transcript agent.log'],
  exits: { 0: 'both gates are satisfied', 1: 'at least one gate is not satisfied' },
};
