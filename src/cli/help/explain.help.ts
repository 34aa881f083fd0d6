/**
 * The help of `dualgate explain`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, RUN_OPTION, JSON_OPTION } from '../shared-options.ts';

export const explainHelp: CommandHelp = {
  operands: '[PHASE] [N]',
  maxOperands: 2,
  options: {
    ...CONFIG_OPTION,
    all: { type: 'boolean', help: 'also list the conditions that are met' },
    ...RUN_OPTION,
    ...JSON_OPTION,
  },
  notes: [
    'An iteration is one turn of the agent and the tests after it. N counts those of PHASE from 1.',
    'Default: the last decided iteration. For one that was not decided, lists its failed turns.',
  ],
  examples: ['dualgate explain', 'dualgate explain GREEN 3 --all'],
  exits: { 0: 'explained' },
};
