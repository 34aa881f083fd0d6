/**
 * The help of `dualgate replay`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { RUN_OPTION, JSON_OPTION } from '../shared-options.ts';

export const replayHelp: CommandHelp = {
  options: {
    config: {
      type: 'string',
      short: 'c',
      value: 'FILE',
      help: 'decide with this config; default: the recorded config of the run',
    },
    ...RUN_OPTION,
    ...JSON_OPTION,
  },
  notes: [
    'Runs no tests and changes nothing: uses the recorded test results and exit signals.',
    'Lists conditions that cannot be evaluated because the run did not record a value.',
  ],
  examples: ['dualgate replay', 'dualgate replay --config stricter.yaml'],
  exits: { 0: 'every decision is the same', 1: 'a decision differs, or cannot be determined' },
};
