/**
 * The help of `dualgate check`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, GATES_NOTE, JSON_OPTION } from './shared-options.ts';

export const checkHelp: CommandHelp = {
  operands: '[PHASE]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    transcript: {
      type: 'string',
      value: 'FILE',
      help: "output of the agent, to read its exit signal from ('-' for stdin)",
    },
    ...JSON_OPTION,
  },
  former: { phase: 'an argument: dualgate check PHASE', output: '--transcript FILE', o: '--transcript FILE' },
  notes: [
    GATES_NOTE,
    'Without PHASE: the current phase of the current run, or the first phase if there is no run.',
    'Without --transcript, there is no exit signal, so only the measured gate can be satisfied.',
    'Measures as a run does, but changes no run. Before the first run, finds no changed tests.',
  ],
  examples: ['dualgate check', 'dualgate check GREEN --transcript agent.log'],
  exits: { 0: 'both gates are satisfied', 1: 'at least one gate is not satisfied' },
};
