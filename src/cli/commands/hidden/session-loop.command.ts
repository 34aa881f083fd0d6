/**
 * `dualgate session-loop`: the loop of an agent session, in a process of its own.
 *
 * @module
 */
import { configOfSession } from '../../../config/config-of-agent.ts';
import { findUnfinished } from '../../../view/find-unfinished.ts';
import { type Command } from '../../command.ts';
import { openOwnConfig } from '../../open-config.ts';
import { withSpec } from '../../read-spec.ts';
import { watchAndAsk } from '../../watch/watch-and-ask.ts';

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
