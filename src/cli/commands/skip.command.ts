/**
 * `dualgate skip`: an operator forces the phase.
 *
 * @module
 */
import { type Command, REASON_OPTION } from '../command.ts';
import { giveOrder, NOT_TAKEN, ORDER_NOTE, ORDER_OPTIONS, runFor } from '../give-order.ts';
import { openConfigOf } from '../open-config.ts';
import { parseRunId } from '../run-id.ts';
import { operatorName } from '../operator-name.ts';
import { readReason } from '../read-reason.ts';

export const skipCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...ORDER_OPTIONS },
  notes: [
    ORDER_NOTE,
    'It is of the phase that is worked at when it is given: when both gates leave that meanwhile, nothing is forced.',
    'Every report of the run shows it from then on.',
  ],
  exits: { 0: 'the phase was left by a forced exit', ...NOT_TAKEN },
  run: async (values, [operand], io) => {
    const reason = readReason(values);
    const config = await openConfigOf(parseRunId(operand), values, io);
    const order = { order: 'skip', by: operatorName(), reason } as const;
    return giveOrder({ config, run: runFor(config, operand), order }, values, io);
  },
};
