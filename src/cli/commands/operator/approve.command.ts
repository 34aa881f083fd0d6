/**
 * `dualgate approve`: an operator lets a phase be exited that both gates agree on.
 *
 * @module
 */
import { COMMAND_WORDS } from '../../../operator-commands/operator-command.ts';
import { refuseInsideTurn } from '../../../operator-commands/refuse-inside-turn.ts';
import { type Command, optional, text } from '../../command.ts';
import { giveOperatorCommand, runFor } from '../../give-operator-command.ts';
import { openConfigOf } from '../../open-config.ts';
import { operatorName } from '../../operator-name.ts';
import { readRunOption } from '../../run-id.ts';
import { findQuestion } from './answer.ts';

export const approveCommand: Command = {
  run: async (values, [operand], io) => {
    refuseInsideTurn(COMMAND_WORDS.approve, null);
    const named = await readRunOption(values, io);
    const config = await openConfigOf(named, values, io);
    const run = runFor(config, named);
    const question = await findQuestion(COMMAND_WORDS.approve, { config, run, named: operand });
    const command = {
      command: 'approve',
      by: operatorName(),
      ...question,
      ...optional('code', text(values, 'code')),
    } as const;
    return giveOperatorCommand({ config, run, command }, values, io);
  },
};
