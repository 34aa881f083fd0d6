/**
 * `dualgate resume`: goes on with a run from its ledger.
 *
 * @module
 */
import { followWorktree } from '../../run/open-worktree.ts';
import { readStanding } from '../../view/read-run.ts';
import type { Command } from '../command.ts';
import { openOwnConfig } from '../open-config.ts';
import { parseRunId } from '../run-id.ts';
import { checkAsk, refuseAskOfList, watchAndAsk } from '../watch/watch-and-ask.ts';
import { withInspector } from '../watch/with-inspector.ts';
import { watchList } from '../work-list.ts';

export const resumeCommand: Command = {
  run: async (values, [operand], io) => {
    checkAsk(values, io);
    const own = openOwnConfig(values, io);
    if (own.list !== null) refuseAskOfList(values);
    if (own.list !== null) return withInspector(own, values, io, (hear) => watchList(own, values, io, operand, hear));
    const config = followWorktree(own);
    const { run } = await readStanding(config, parseRunId(operand));
    return withInspector(own, values, io, (hear) => watchAndAsk(config, { resume: run }, values, io, hear));
  },
};
