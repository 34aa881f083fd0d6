/**
 * `dualgate skip`: an operator forces the exit of a phase.
 *
 * @module
 */
import { type Command, optional } from '../command.ts';
import { giveOrder, runFor } from '../give-order.ts';
import { openConfigOf } from '../open-config.ts';
import { operatorName } from '../operator-name.ts';
import { readPhase } from '../read-phase.ts';
import { readReason } from '../read-reason.ts';
import { readRunOption } from '../run-id.ts';

export const skipCommand: Command = {
  run: async (values, [operand], io) => {
    const reason = readReason(values);
    const named = await readRunOption(values, io);
    const config = await openConfigOf(named, values, io);
    const phase = readPhase(config, operand);
    const order = { order: 'skip', by: operatorName(), reason, ...optional('phase', phase) } as const;
    return giveOrder({ config, run: runFor(config, named), order }, values, io);
  },
};
