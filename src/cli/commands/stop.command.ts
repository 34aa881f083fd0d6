/** `dualgate stop`: ends an active run, like Ctrl+C in its terminal. */
import { stopRun, untilStopped } from '../show-session.ts';
import { type Command, optional } from '../command.ts';
import { openOwnConfig } from '../open-config.ts';
import { plain } from '../render/paint.ts';
import { readRunOption } from '../run-id.ts';
import { EXIT } from '../terminal/io.ts';

export const stopCommand: Command = {
  run: async (values, _operands, io) => {
    const config = openOwnConfig(values, io);
    const stopping = { now: values['now'] === true, ...optional('run', await readRunOption(values, io)) };
    const holder = await stopRun(config, stopping);
    if (holder === null) {
      io.complain('No run is active. dualgate status shows the last one.');
      return EXIT.no;
    }
    const run = plain(holder.run);
    if (!stopping.now) io.print(`${run} ends after this iteration. To end it at once: dualgate stop --now`);
    if (!stopping.now && values['wait'] !== true) return EXIT.ok;
    await untilStopped(holder, stopping);
    io.print(`${run} has ended. dualgate run continues it.`);
    return EXIT.ok;
  },
};
