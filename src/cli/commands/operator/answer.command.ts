/** `dualgate approve` and `dualgate reject`: a person answers whether a phase may be exited. */
import { refuseInsideTurn } from '../../../run/operator-commands/refuse-inside-turn.ts';
import { COMMAND_WORDS } from '../../../run/operator-commands/operator-command.ts';
import { type Command, optional, text } from '../../command.ts';
import { giveOperatorCommand, runFor } from '../../give-operator-command.ts';
import { operatorName, readReason } from '../../watch/options-of-run.ts';
import { openConfigOf } from '../../open-config.ts';
import { readRunOption } from '../../run-id.ts';
import { findQuestion } from './find-question.ts';

/** `dualgate reject`: an operator holds a phase that both gates agree on, and tells the agent why. */
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

/** `dualgate approve`: an operator lets a phase be exited that both gates agree on. */
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
