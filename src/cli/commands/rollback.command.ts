/**
 * `dualgate rollback`: an operator takes the work back to the exit of a phase.
 *
 * @module
 */
import { type Command, REASON_OPTION, text } from '../command.ts';
import { giveOrder, NOT_TAKEN, ORDER_NOTE, ORDER_OPTIONS, RUN_OPTION, runFor } from '../give-order.ts';
import { openConfigOf } from '../open-config.ts';
import { operatorName } from '../operator-name.ts';
import { readReason } from '../read-reason.ts';
import { parseRunId } from '../run-id.ts';
import { UsageError } from '../usage-error.ts';

export const rollbackCommand: Command = {
  operands: 'PHASE',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...RUN_OPTION, ...ORDER_OPTIONS },
  notes: [
    ORDER_NOTE,
    'Branch and files are then as when PHASE was left, and the phase after it begins anew. Only with `commits: true`.',
    'What was there is kept: the answer names the commit. Every report of the run shows the rollback from then on.',
  ],
  exits: { 0: 'the work is back there', ...NOT_TAKEN },
  run: async (values, [phase], io) => {
    if (phase === undefined) throw new UsageError('Missing PHASE');
    const reason = readReason(values);
    const given = text(values, 'run');
    const config = await openConfigOf(parseRunId(given), values, io);
    const order = { order: 'rollback', by: operatorName(), reason, phase } as const;
    return giveOrder({ config, run: runFor(config, given), order }, values, io);
  },
};
