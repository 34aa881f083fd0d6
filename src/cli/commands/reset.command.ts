/**
 * `dualgate reset`: an operator puts the counts that halt the work back to 0.
 *
 * @module
 */
import { type Command, REASON_OPTION } from '../command.ts';
import { giveOrder, NOT_TAKEN, ORDER_NOTE, ORDER_OPTIONS, runFor } from '../give-order.ts';
import { openConfigOf } from '../open-config.ts';
import { parseRunId } from '../run-id.ts';
import { operatorName } from '../operator-name.ts';
import { readReason } from '../read-reason.ts';

export const resetCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...ORDER_OPTIONS },
  notes: [
    ORDER_NOTE,
    "Iterations, the provider's limits, minutes, cost and tokens count from 0 again, and the circuit breaker is closed.",
    'No gate is touched. A run that goes on needs no dualgate resume after it.',
  ],
  exits: { 0: 'the counts are at 0', ...NOT_TAKEN },
  run: async (values, [operand], io) => {
    const reason = readReason(values);
    const config = await openConfigOf(parseRunId(operand), values, io);
    const order = { order: 'reset', by: operatorName(), reason } as const;
    return giveOrder({ config, run: runFor(config, operand), order }, values, io);
  },
};
