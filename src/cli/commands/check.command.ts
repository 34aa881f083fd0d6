/** `dualgate check`: one decision on the files as they are. */
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { measureNow, type MeasureOptions } from '../../run/measure.ts';
import { configOfRun } from '../../records/hash-config.ts';
import { createRedactData } from '../../base/redact-text.ts';
import { type Command, optional, text, UsageError } from '../command.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openConfig } from '../open-config.ts';
import { readPhase } from '../watch/options-of-run.ts';
import { renderCheck } from '../render/explanation.ts';
import { untilInterrupted } from '../terminal/write-out.ts';

export const checkCommand: Command = {
  run: async (values, [operand], io) => {
    const own = await configOfRun(openConfig(values, io));
    const config = own.list === null ? own : await (await import('../../queue/list/open-list.ts')).chooseTask(own);
    const phase = readPhase(config, operand);
    const given = text(values, 'transcript');
    const transcript = await findTranscript(given, io);
    const redact = createRedactData(config, io.env);
    return untilInterrupted(io, async (abort) => {
      const measured = await measureNow(config, {
        asNewRun: true,
        abort,
        ...optional('phase', phase),
        ...(transcript === undefined ? {} : { signal: transcript }),
      });
      const checked = redact(measured);
      io.print(values['json'] === true ? JSON.stringify(checked) : renderCheck(checked, given ?? null));
      return checked.decision.can_exit ? EXIT.ok : EXIT.no;
    });
  },
};

const findTranscript = async (given: string | undefined, io: CommandIo): Promise<MeasureOptions['signal']> => {
  if (given === '-') return { text: await io.readStdin() };
  if (given === undefined) return undefined;
  const file = resolve(io.cwd, given);
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new UsageError(`Option '--transcript': there is no readable file ${file}`);
  }
  if (statSync(file).isDirectory()) throw new UsageError(`Option '--transcript': ${file} is a folder`);
  return { file };
};
