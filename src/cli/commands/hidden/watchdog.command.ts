/**
 * `dualgate watchdog RUN FOLDER`: ends the processes of a killed run; every run has a shell that becomes this command.
 *
 * @module
 */
import { endKilledRun } from '../../../run/end-killed-run.ts';
import { type Command } from '../../command.ts';
import { EXIT } from '../../terminal/io.ts';
import { UsageError } from '../../usage-error.ts';

export const watchdogCommand: Command = {
  run: async (_values, [run, folder], io) => {
    if (run === undefined || folder === undefined) throw new UsageError('Missing RUN or FOLDER');
    // A system that shuts down sends them to every process. The leftovers must end then, too.
    io.onInterrupt(() => {});
    await endKilledRun(run, folder);
    return EXIT.ok;
  },
};
