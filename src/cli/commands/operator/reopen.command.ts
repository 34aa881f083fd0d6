/**
 * `dualgate reopen`: an operator lets one frozen test be edited.
 *
 * @module
 */
import { resolve } from 'node:path';
import { nameFrozen } from '../../../integrity/freeze.ts';
import type { Command } from '../../command.ts';
import { giveOperatorCommand, runFor } from '../../give-operator-command.ts';
import { openConfigOf } from '../../open-config.ts';
import { operatorName } from '../../operator-name.ts';
import { readReason } from '../../read-reason.ts';
import { readRunOption } from '../../run-id.ts';
import { UsageError } from '../../usage-error.ts';

export const reopenCommand: Command = {
  run: async (values, [operand], io) => {
    if (operand === undefined) throw new UsageError('Missing TEST');
    const reason = readReason(values);
    const named = await readRunOption(values, io);
    const config = await openConfigOf(named, values, io);
    const isId = operand.includes(' > ');
    // An id begins with a path in the workspace already.
    const test = isId ? operand : nameFrozen(config.folder, resolve(io.cwd, operand));
    const command = { command: 'reopen', by: operatorName(), reason, test } as const;
    return giveOperatorCommand({ config, run: runFor(config, named), command }, values, io);
  },
};
