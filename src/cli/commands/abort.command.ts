/**
 * `dualgate abort`: an operator ends the work for good.
 *
 * @module
 */
import { type Command, REASON_OPTION } from '../command.ts';
import { giveOrder, NOT_TAKEN, ORDER_NOTE, ORDER_OPTIONS, runFor } from '../give-order.ts';
import { openConfigOf } from '../open-config.ts';
import { parseRunId } from '../run-id.ts';
import { operatorName } from '../operator-name.ts';
import { readReason } from '../read-reason.ts';

export const abortCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...ORDER_OPTIONS },
  notes: [ORDER_NOTE, 'The work cannot be resumed after it.'],
  exits: { 0: 'the work was ended', ...NOT_TAKEN },
  run: async (values, [operand], io) => {
    const reason = readReason(values);
    const config = await openConfigOf(parseRunId(operand), values, io);
    const order = { order: 'abort', by: operatorName(), reason } as const;
    return giveOrder({ config, run: runFor(config, operand), order }, values, io);
  },
};
