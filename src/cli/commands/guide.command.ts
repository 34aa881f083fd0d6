/**
 * `dualgate guide`: an operator sends the agent a message.
 *
 * @module
 */
import type { Command } from '../command.ts';
import { giveOrder, runFor } from '../give-order.ts';
import { openConfigOf } from '../open-config.ts';
import { operatorName } from '../operator-name.ts';
import { readRunOption } from '../run-id.ts';
import { UsageError } from '../usage-error.ts';

export const guideCommand: Command = {
  run: async (values, [operand], io) => {
    if (operand === undefined) throw new UsageError('Missing TEXT');
    const words = operand === '-' ? await io.readStdin() : operand;
    const named = await readRunOption(values, io);
    const config = await openConfigOf(named, values, io);
    const order = { order: 'guide', by: operatorName(), text: words } as const;
    return giveOrder({ config, run: runFor(config, named), order }, values, io);
  },
};
