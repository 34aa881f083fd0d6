/**
 * `dualgate abort`: an operator ends a run for good.
 *
 * @module
 */
import type { Command } from '../../command.ts';
import { giveOperatorCommand, runFor } from '../../give-operator-command.ts';
import { openConfigOf } from '../../open-config.ts';
import { operatorName } from '../../operator-name.ts';
import { readReason } from '../../read-reason.ts';
import { readRunOption } from '../../run-id.ts';

export const abortCommand: Command = {
  run: async (values, _operands, io) => {
    const reason = readReason(values);
    const named = await readRunOption(values, io);
    const config = await openConfigOf(named, values, io);
    const command = { command: 'abort', by: operatorName(), reason } as const;
    return giveOperatorCommand({ config, run: runFor(config, named), command }, values, io);
  },
};
