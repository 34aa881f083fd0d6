/**
 * The help of `dualgate check`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, JSON_OPTION } from './shared-options.ts';

export const checkHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    phase: {
      type: 'string',
      value: 'PHASE',
      help: 'of this phase; by default the one in which the current run stands',
    },
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: "what the agent said; '-' reads it from stdin; without it there is no signal",
    },
    ...JSON_OPTION,
  },
  notes: ['Measures as the loop does, and changes nothing of a run.'],
  exits: { 0: 'the phase may be left', 1: 'it is held' },
};
