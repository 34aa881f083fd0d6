/**
 * `dualgate skip`: an operator forces the phase.
 *
 * @module
 */
import { type Command, REASON_OPTION } from '../command.ts';
import { giveOrder, isPhase, NOT_TAKEN, ORDER_NOTE, ORDER_OPTIONS, runFor } from '../give-order.ts';
import { openConfigOf } from '../open-config.ts';
import { parseRunId } from '../run-id.ts';
import { operatorName } from '../operator-name.ts';
import { readReason } from '../read-reason.ts';

export const skipCommand: Command = {
  operands: '[PHASE|RUN]',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...ORDER_OPTIONS },
  notes: [
    ORDER_NOTE,
    'With PHASE it is refused when another phase is the current one.',
    'It is of the phase that is worked at when it is given: when both gates leave that meanwhile, nothing is forced.',
    'Every report of the run shows it from then on.',
  ],
  exits: { 0: 'the phase was left by a forced exit', ...NOT_TAKEN },
  run: async (values, [operand], io) => {
    const reason = readReason(values);
    const own = await openConfigOf(undefined, values, io);
    const names = isPhase(own, operand);
    const run = names ? undefined : parseRunId(operand);
    const config = run === undefined ? own : await openConfigOf(run, values, io);
    const order = { order: 'skip', by: operatorName(), reason, ...(names ? { phase: operand } : {}) } as const;
    return giveOrder({ config, run: runFor(config, run), order }, values, io);
  },
};
