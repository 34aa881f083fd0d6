/**
 * The help of `dualgate verify`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION } from './shared-options.ts';

export const verifyHelp: CommandHelp = {
  operands: '[RUN|LIST]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    all: { type: 'boolean', help: 'every run of the workspace, and the list of work' },
    json: { type: 'boolean', help: 'print one JSON object a run' },
  },
  notes: [
    'A list of work has a ledger too: name it as dualgate status shows it.',
    'Of a run that makes commits: these too, their branch, and the notes on them, against the records.',
  ],
  exits: { 0: 'nothing is wrong', 1: 'something is' },
};
