/**
 * The help of `dualgate replay`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { RUN_OPTION, JSON_OPTION } from './shared-options.ts';

export const replayHelp: CommandHelp = {
  options: {
    config: {
      type: 'string',
      short: 'c',
      value: 'FILE',
      help: 'decide under this config; default: the recorded config of the run',
    },
    ...RUN_OPTION,
    ...JSON_OPTION,
  },
  notes: [
    'Runs nothing and changes nothing: the gates decide on the recorded measurements.',
    'The command lists conditions that need a measurement the run did not make.',
  ],
  examples: ['dualgate replay', 'dualgate replay --config stricter.yaml'],
  exits: { 0: 'every decision is the same', 1: 'a decision differs, or cannot be known' },
};
