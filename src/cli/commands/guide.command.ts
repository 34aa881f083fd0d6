/**
 * `dualgate guide`: an operator tells the agent something.
 *
 * @module
 */
import type { Command } from '../command.ts';
import { text } from '../command.ts';
import { giveOrder, runFor } from '../give-order.ts';
import { openConfigOf } from '../open-config.ts';
import { operatorName } from '../operator-name.ts';
import { parseRunId } from '../run-id.ts';
import { UsageError } from '../usage-error.ts';

export const guideCommand: Command = {
  run: async (values, [operand], io) => {
    if (operand === undefined) throw new UsageError('Missing TEXT');
    const words = operand === '-' ? await io.readStdin() : operand;
    const given = text(values, 'run');
    const config = await openConfigOf(parseRunId(given), values, io);
    const order = { order: 'guide', by: operatorName(), text: words } as const;
    return giveOrder({ config, run: runFor(config, given), order }, values, io);
  },
};
