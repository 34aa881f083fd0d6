/**
 * `dualgate rollback`: an operator restores the work to the exit of a phase.
 *
 * @module
 */
import type { Command } from '../../command.ts';
import { giveOperatorCommand, runFor } from '../../give-operator-command.ts';
import { openConfigOf } from '../../open-config.ts';
import { operatorName } from '../../operator-name.ts';
import { readPhase } from '../../read-phase.ts';
import { readReason } from '../../read-reason.ts';
import { readRunOption } from '../../run-id.ts';
import { UsageError } from '../../usage-error.ts';

export const rollbackCommand: Command = {
  run: async (values, [operand], io) => {
    if (operand === undefined) throw new UsageError('Missing PHASE');
    const reason = readReason(values);
    const named = await readRunOption(values, io);
    const config = await openConfigOf(named, values, io);
    const phase = readPhase(config, operand) ?? operand;
    const command = { command: 'rollback', by: operatorName(), reason, phase } as const;
    return giveOperatorCommand({ config, run: runFor(config, named), command }, values, io);
  },
};
