/**
 * The help of `dualgate resume`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import {
  CONFIG_OPTION,
  WATCH_OPTIONS,
  THRESHOLD_OPTION,
  THRESHOLD_NOTE,
  INSPECT_OPTIONS,
  INSPECT_NOTE,
  STATELY_OPTION,
  ASK_OPTION,
  RUN_EXITS,
} from './shared-options.ts';

export const resumeHelp: CommandHelp = {
  operands: '[RUN|TASK]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    ...THRESHOLD_OPTION,
    until: { type: 'string', value: 'PHASE', help: 'pause when this phase has been left' },
    ...ASK_OPTION,
    ...INSPECT_OPTIONS,
    ...STATELY_OPTION,
    ...WATCH_OPTIONS,
  },
  notes: [
    'Nothing of a gate is carried over: green runs start at 0. It grants a new allowance of iterations.',
    'Of a list of work: goes on with it, or with the one task that is named by its spec, its name or its run.',
    THRESHOLD_NOTE,
    INSPECT_NOTE,
  ],
  exits: RUN_EXITS,
};
