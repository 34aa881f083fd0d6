/** `dualgate stop`: ends an active run, like Ctrl+C in its terminal. */
import { ConfigError, locateWorkspace } from '../../project/config/find-config.ts';
import { findHolder, findHolderHere, type Holder, stopRun, untilStopped } from '../show-session.ts';
import { type Command, optional, text, type Values } from '../command.ts';
import { openOwnConfig } from '../open-config.ts';
import { plain } from '../render/paint.ts';
import { readRunOption } from '../run-id.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';

export const stopCommand: Command = {
  run: async (values, _operands, io) => {
    const stopping = { now: values['now'] === true };
    const holder = stopRun(await find(values, await readRunOption(values, io), io), stopping);
    if (holder === null) {
      io.complain('No run is active. dualgate status shows the last one.');
      return EXIT.no;
    }
    const run = plain(holder.run);
    if (!stopping.now) io.print(`${run} ends after this iteration. To end it at once: dualgate stop --now`);
    if (!stopping.now && values['wait'] !== true) return EXIT.ok;
    await untilStopped(holder, stopping);
    io.print(`${run} has ended. dualgate resume continues it.`);
    return EXIT.ok;
  },
};

/** @throws {ConfigError} where the config is wrong, and no process works in its folder */
const find = async (values: Values, run: string | undefined, io: CommandIo): Promise<Holder | null> => {
  try {
    return await findHolder(openOwnConfig(values, io), run);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const here = findHolderHere(locateWorkspace({ cwd: io.cwd, ...optional('config', text(values, 'config')) }), run);
    if (here === null) throw error;
    return here;
  }
};
