/**
 * The help of `dualgate reset`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { REASON_OPTION, ORDER_OPTIONS, ORDER_NOTE, NOT_TAKEN } from './shared-options.ts';

export const resetHelp: CommandHelp = {
  operands: '[RUN]',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...ORDER_OPTIONS },
  notes: [
    ORDER_NOTE,
    "Iterations, the provider's limits, minutes, cost and tokens count from 0 again, and the circuit breaker is closed.",
    'No gate is touched. A run that goes on needs no dualgate resume after it.',
  ],
  exits: { 0: 'the counts are at 0', ...NOT_TAKEN },
};
