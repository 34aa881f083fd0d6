/**
 * The help of `dualgate skip`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { REASON_OPTION, ORDER_OPTIONS, ORDER_NOTE, NOT_TAKEN } from './shared-options.ts';

export const skipHelp: CommandHelp = {
  operands: '[RUN]',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...ORDER_OPTIONS },
  notes: [
    ORDER_NOTE,
    'It is of the phase that is worked at when it is given: when both gates leave that meanwhile, nothing is forced.',
    'Every report of the run shows it from then on.',
  ],
  exits: { 0: 'the phase was left by a forced exit', ...NOT_TAKEN },
};
