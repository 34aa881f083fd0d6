/**
 * `dualgate guide`: an operator sends the agent a message.
 *
 * @module
 */
import type { Command } from '../../command.ts';
import { giveOperatorCommand, runFor } from '../../give-operator-command.ts';
import { openConfigOf } from '../../open-config.ts';
import { operatorName } from '../../operator-name.ts';
import { readRunOption } from '../../run-id.ts';
import { UsageError } from '../../usage-error.ts';

export const guideCommand: Command = {
  run: async (values, [operand], io) => {
    if (operand === undefined) throw new UsageError('Missing TEXT');
    const words = operand === '-' ? await io.readStdin() : operand;
    const named = await readRunOption(values, io);
    const config = await openConfigOf(named, values, io);
    const command = { command: 'guide', by: operatorName(), text: words } as const;
    return giveOperatorCommand({ config, run: runFor(config, named), command }, values, io);
  },
};
