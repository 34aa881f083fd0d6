/**
 * `dualgate skip`: an operator forces the phase.
 *
 * @module
 */
import type { Command } from '../command.ts';
import { giveOrder, runFor } from '../give-order.ts';
import { openConfigOf } from '../open-config.ts';
import { parseRunId } from '../run-id.ts';
import { operatorName } from '../operator-name.ts';
import { readReason } from '../read-reason.ts';

export const skipCommand: Command = {
  run: async (values, [operand], io) => {
    const reason = readReason(values);
    const config = await openConfigOf(parseRunId(operand), values, io);
    const order = { order: 'skip', by: operatorName(), reason } as const;
    return giveOrder({ config, run: runFor(config, operand), order }, values, io);
  },
};
