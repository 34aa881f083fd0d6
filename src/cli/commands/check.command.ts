/**
 * `dualgate check`: one decision on the workspace as it is.
 *
 * @module
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkNow, chooseTask } from '../../index.ts';
import { type Command, optional, text } from '../command.ts';
import { EXIT } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { renderCheck } from '../render/explanation.ts';

export const checkCommand: Command = {
  run: async (values, _operands, io) => {
    const config = await chooseTask(openConfig(values, io));
    const folder = await mkdtemp(join(tmpdir(), 'dualgate-'));
    try {
      const transcript = await saveOutput(text(values, 'output'), folder, io);
      const { record, decision } = await checkNow({
        config,
        ...optional('phase', text(values, 'phase')),
        ...optional('transcript', transcript),
      });
      io.print(
        values['json'] === true
          ? JSON.stringify({ record, decision })
          : renderCheck({ record, decision }, text(values, 'output') ?? null),
      );
      return decision.can_exit ? EXIT.ok : EXIT.no;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const saveOutput = async (
  output: string | undefined,
  folder: string,
  io: Parameters<Command['run']>[2],
): Promise<string | undefined> => {
  if (output !== '-') return output === undefined ? undefined : resolve(io.cwd, output);
  const path = join(folder, 'stdin');
  await writeFile(path, await io.readStdin());
  return path;
};
