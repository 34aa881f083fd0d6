/**
 * `dualgate skip`: an operator forces the phase.
 *
 * @module
 */
import type { Command } from '../command.ts';
import { giveOrder, isPhase, runFor } from '../give-order.ts';
import { openConfigOf } from '../open-config.ts';
import { parseRunId } from '../run-id.ts';
import { operatorName } from '../operator-name.ts';
import { readReason } from '../read-reason.ts';

export const skipCommand: Command = {
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
