/**
 * The help of `dualgate check`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, JSON_OPTION } from './shared-options.ts';

export const checkHelp: CommandHelp = {
  operands: '[PHASE]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    transcript: {
      type: 'string',
      value: 'FILE',
      help: "read the exit signal from this file of agent output ('-' for stdin)",
    },
    ...JSON_OPTION,
  },
  former: { phase: 'an argument: dualgate check PHASE', output: '--transcript FILE', o: '--transcript FILE' },
  notes: [
    'Without PHASE, checks the current phase of the current run, or the first phase.',
    'Measures exactly as a run does, but changes no run. Before the first run, no files are frozen.',
  ],
  examples: ['dualgate check', 'dualgate check GREEN --transcript agent.log'],
  exits: { 0: 'both gates are satisfied', 1: 'the phase is held' },
};
