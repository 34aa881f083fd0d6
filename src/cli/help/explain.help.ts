/**
 * The help of `dualgate explain`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, RUN_OPTION, JSON_OPTION } from './shared-options.ts';

export const explainHelp: CommandHelp = {
  operands: '[PHASE] [N]',
  maxOperands: 2,
  options: { ...CONFIG_OPTION, ...RUN_OPTION, ...JSON_OPTION },
  former: { phase: 'an argument: dualgate explain PHASE N' },
  notes: [
    'N counts the iterations of a phase from 1. Default: the last decided iteration.',
    'For an iteration that was not decided, it lists the discarded turns.',
  ],
  examples: ['dualgate explain', 'dualgate explain GREEN 3'],
  exits: { 0: 'explained' },
};
