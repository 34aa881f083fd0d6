/**
 * The help of `dualgate abort`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { REASON_OPTION, ORDER_OPTIONS, ORDER_NOTE, NOT_TAKEN } from './shared-options.ts';

export const abortHelp: CommandHelp = {
  operands: '[RUN]',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...ORDER_OPTIONS },
  notes: [ORDER_NOTE, 'The work cannot be resumed after it.'],
  exits: { 0: 'the work was ended', ...NOT_TAKEN },
};
