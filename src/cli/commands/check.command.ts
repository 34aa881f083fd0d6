/**
 * `dualgate check`: one decision on the workspace as it is.
 *
 * @module
 */
import { resolve } from 'node:path';
import { type CheckOptions, checkNow, chooseTask, createRedactData } from '../../index.ts';
import { CONFIG_OPTION, type Command, JSON_OPTION, optional, text } from '../command.ts';
import { type CommandIo, EXIT } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { renderCheck } from '../render/explanation.ts';

export const checkCommand: Command = {
  options: {
    ...CONFIG_OPTION,
    phase: {
      type: 'string',
      value: 'PHASE',
      help: 'of this phase; by default the one in which the current run stands',
    },
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: "what the agent said; '-' reads it from stdin; without it there is no signal",
    },
    ...JSON_OPTION,
  },
  notes: ['Measures as the loop does, and changes nothing of a run.'],
  exits: { 0: 'the phase may be left', 1: 'it is held' },
  run: async (values, _operands, io) => {
    const config = await chooseTask(openConfig(values, io));
    const transcript = await findOutput(text(values, 'output'), io);
    const redact = createRedactData(config, io.env);
    const { record, decision } = redact(
      await checkNow({
        config,
        ...optional('phase', text(values, 'phase')),
        ...(transcript === undefined ? {} : { transcript }),
      }),
    );
    io.print(
      values['json'] === true
        ? JSON.stringify({ record, decision })
        : renderCheck({ record, decision }, text(values, 'output') ?? null),
    );
    return decision.can_exit ? EXIT.ok : EXIT.no;
  },
};

const findOutput = async (output: string | undefined, io: CommandIo): Promise<CheckOptions['transcript']> => {
  if (output === '-') return { text: await io.readStdin() };
  return output === undefined ? undefined : resolve(io.cwd, output);
};
