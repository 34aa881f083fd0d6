/**
 * `dualgate check`: one decision on the workspace as it is.
 *
 * @module
 */
import { resolve } from 'node:path';
import { type CheckOptions, checkNow } from '../../run/check-now.ts';
import { chooseTask } from '../../work/choose-task.ts';
import { createRedactData } from '../../redact/redact-data.ts';
import { type Command, optional, text } from '../command.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openConfig } from '../open-config.ts';
import { renderCheck } from '../render/explanation.ts';

export const checkCommand: Command = {
  run: async (values, _operands, io) => {
    const config = await chooseTask(openConfig(values, io));
    const transcript = await findOutput(text(values, 'output'), io);
    const redact = createRedactData(config, io.env);
    const checked = redact(
      await checkNow({
        config,
        ...optional('phase', text(values, 'phase')),
        ...(transcript === undefined ? {} : { transcript }),
      }),
    );
    io.print(values['json'] === true ? JSON.stringify(checked) : renderCheck(checked, text(values, 'output') ?? null));
    return checked.decision.can_exit ? EXIT.ok : EXIT.no;
  },
};

const findOutput = async (output: string | undefined, io: CommandIo): Promise<CheckOptions['transcript']> => {
  if (output === '-') return { text: await io.readStdin() };
  return output === undefined ? undefined : resolve(io.cwd, output);
};
