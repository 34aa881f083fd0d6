/** `dualgate status`: the state of a run. The code that shows a run is loaded when there is one. */
import { locateRun } from '../../view/locate-run.ts';
import { type Command, optional, text, UsageError } from '../command.ts';
import { readRunOption } from '../run-id.ts';

export const statusCommand: Command = {
  run: async (values, _operands, io) => {
    const named = await readRunOption(values, io);
    if (values['watch'] === true) {
      if (values['verify'] === true) throw new UsageError("Option '--verify' cannot be used with --watch");
      const code = await (await import('../watch/watch-status.ts')).watchStatus(values, named, io);
      if (code !== null) return code;
    }
    const asked = { cwd: io.cwd, ...optional('config', text(values, 'config')), ...optional('run', named) };
    if (values['verify'] !== true) locateRun(asked);
    return (await import('../show-status.ts')).showStatus(asked, values, io);
  },
};
