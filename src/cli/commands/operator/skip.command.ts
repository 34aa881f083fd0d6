/**
 * `dualgate skip`: an operator forces the exit of a phase.
 *
 * @module
 */
import { type Command, optional } from '../../command.ts';
import { giveOperatorCommand, runFor } from '../../give-operator-command.ts';
import { openConfigOf } from '../../open-config.ts';
import { operatorName } from '../../operator-name.ts';
import { readPhase } from '../../read-phase.ts';
import { readReason } from '../../read-reason.ts';
import { readRunOption } from '../../run-id.ts';

export const skipCommand: Command = {
  run: async (values, [operand], io) => {
    const reason = readReason(values);
    const named = await readRunOption(values, io);
    const config = await openConfigOf(named, values, io);
    const phase = readPhase(config, operand);
    const command = { command: 'skip', by: operatorName(), reason, ...optional('phase', phase) } as const;
    return giveOperatorCommand({ config, run: runFor(config, named), command }, values, io);
  },
};
