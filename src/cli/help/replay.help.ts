/**
 * The help of `dualgate replay`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { JSON_OPTION } from './shared-options.ts';

export const replayHelp: CommandHelp = {
  operands: '[RUN]',
  maxOperands: 1,
  options: {
    config: {
      type: 'string',
      short: 'c',
      value: 'FILE',
      help: 'decide under this config; by default under the one that the run began with',
    },
    ...JSON_OPTION,
  },
  notes: [
    'Nothing is run, and nothing of the run is changed: the gates are asked of what was recorded.',
    'The run is one of the workspace here or above. What was not measured then cannot be known, and is said.',
  ],
  exits: { 0: 'every decision is the same', 1: 'one differs, or cannot be known' },
};
