/**
 * The help of `dualgate rollback`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { REASON_OPTION, ORDER_OPTIONS, RUN_OPTION, ORDER_NOTE, NOT_TAKEN } from './shared-options.ts';

export const rollbackHelp: CommandHelp = {
  operands: 'PHASE',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...RUN_OPTION, ...ORDER_OPTIONS },
  notes: [
    ORDER_NOTE,
    'Branch and files are then as when PHASE was left, and the phase after it begins anew. Only with `commits: true`.',
    'What was there is kept: the answer names the commit. Every report of the run shows the rollback from then on.',
  ],
  exits: { 0: 'the work is back there', ...NOT_TAKEN },
};
