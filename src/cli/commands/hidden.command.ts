/** The commands that dualgate starts itself: the loop of a session, the watchdog, the scripted agent. */
import { playScriptedTurn } from '../../doctor/scripted-agent.ts';
import { type Command, UsageError } from '../command.ts';
import { endKilledRun } from '../../run/end-killed-run.ts';
import { EXIT } from '../terminal/io.ts';
import { configOfSession } from '../../project/config/choose-agent.ts';
import { findUnfinished } from '../../view/find-unfinished.ts';
import { openOwnConfig } from '../open-config.ts';
import { withSpec } from '../read-spec.ts';
import { watchAndAsk } from '../watch/watch-and-ask.ts';

export const scriptedAgentCommand: Command = {
  run: async (_values, [script], io) => {
    if (script === undefined) throw new UsageError('Missing FILE');
    return playScriptedTurn({ script, workspace: io.cwd, env: io.env, stdin: process.stdin, stdout: process.stdout });
  },
};

/** `dualgate watchdog RUN FOLDER`: ends the processes of a killed run; every run has a shell that becomes this command. */
export const watchdogCommand: Command = {
  run: async (_values, [run, folder], io) => {
    if (run === undefined || folder === undefined) throw new UsageError('Missing RUN or FOLDER');
    // A system that shuts down sends them to every process. The leftovers must end then, too.
    io.onInterrupt(() => {});
    await endKilledRun(run, folder);
    return EXIT.ok;
  },
};

export const sessionLoopCommand: Command = {
  run: async (values, [spec], io) => {
    const own = configOfSession(openOwnConfig(values, io));
    const unfinished = await findUnfinished(own);
    const goOn =
      unfinished === null
        ? {}
        : {
            resume: unfinished.run,
            says: `Resuming the session of ${unfinished.run}.`,
            automatic: unfinished.how === 'killed' || unfinished.how === 'interrupted',
          };
    return watchAndAsk(withSpec(own, spec, io), goOn, {}, io);
  },
};
