/**
 * `dualgate rollback`: an operator takes the work back to the exit of a phase.
 *
 * @module
 */
import { type Command, text } from '../command.ts';
import { giveOrder, runFor } from '../give-order.ts';
import { openConfigOf } from '../open-config.ts';
import { operatorName } from '../operator-name.ts';
import { readReason } from '../read-reason.ts';
import { parseRunId } from '../run-id.ts';
import { UsageError } from '../usage-error.ts';

export const rollbackCommand: Command = {
  run: async (values, [phase], io) => {
    if (phase === undefined) throw new UsageError('Missing PHASE');
    const reason = readReason(values);
    const given = text(values, 'run');
    const config = await openConfigOf(parseRunId(given), values, io);
    const order = { order: 'rollback', by: operatorName(), reason, phase } as const;
    return giveOrder({ config, run: runFor(config, given), order }, values, io);
  },
};
