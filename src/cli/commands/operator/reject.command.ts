/**
 * `dualgate reject`: an operator holds a phase that both gates agree on, and tells the agent why.
 *
 * @module
 */
import { COMMAND_WORDS } from '../../../operator-commands/operator-command.ts';
import { refuseInsideTurn } from '../../../operator-commands/refuse-inside-turn.ts';
import type { Command } from '../../command.ts';
import { giveOperatorCommand, runFor } from '../../give-operator-command.ts';
import { openConfigOf } from '../../open-config.ts';
import { operatorName } from '../../operator-name.ts';
import { readReason } from '../../read-reason.ts';
import { readRunOption } from '../../run-id.ts';
import { findQuestion } from './answer.ts';

export const rejectCommand: Command = {
  run: async (values, [operand], io) => {
    refuseInsideTurn(COMMAND_WORDS.reject, null);
    const reason = readReason(values);
    const named = await readRunOption(values, io);
    const config = await openConfigOf(named, values, io);
    const run = runFor(config, named);
    const question = await findQuestion(COMMAND_WORDS.reject, { config, run, named: operand });
    const command = { command: 'reject', by: operatorName(), reason, ...question } as const;
    return giveOperatorCommand({ config, run, command }, values, io);
  },
};
