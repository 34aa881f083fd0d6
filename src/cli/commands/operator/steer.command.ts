/** Operator commands that need a phase or a reason, and no more: rollback, skip, reopen, guide, reset, abort. */
import { resolve } from 'node:path';
import { nameFrozen } from '../../../evidence/integrity/freeze.ts';
import { type Command, UsageError, optional } from '../../command.ts';
import { giveOperatorCommand, runFor } from '../../give-operator-command.ts';
import { operatorName, readReason, readPhase } from '../../watch/options-of-run.ts';
import { openConfigOf } from '../../open-config.ts';
import { readRunOption } from '../../run-id.ts';

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

export const guideCommand: Command = {
  run: async (values, [operand], io) => {
    if (operand === undefined) throw new UsageError('Missing TEXT');
    const words = operand === '-' ? await io.readStdin() : operand;
    const named = await readRunOption(values, io);
    const config = await openConfigOf(named, values, io);
    const command = { command: 'guide', by: operatorName(), text: words } as const;
    return giveOperatorCommand({ config, run: runFor(config, named), command }, values, io);
  },
};

export const resetCommand: Command = {
  run: async (values, _operands, io) => {
    const reason = readReason(values);
    const named = await readRunOption(values, io);
    const config = await openConfigOf(named, values, io);
    const command = { command: 'reset', by: operatorName(), reason } as const;
    return giveOperatorCommand({ config, run: runFor(config, named), command }, values, io);
  },
};

export const abortCommand: Command = {
  run: async (values, _operands, io) => {
    const reason = readReason(values);
    const named = await readRunOption(values, io);
    const config = await openConfigOf(named, values, io);
    const command = { command: 'abort', by: operatorName(), reason } as const;
    return giveOperatorCommand({ config, run: runFor(config, named), command }, values, io);
  },
};

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
