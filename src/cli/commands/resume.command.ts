/**
 * `dualgate resume`: resumes a run from its ledger.
 *
 * @module
 */
import { followWorktree } from '../../run/open-worktree.ts';
import { readRunSummary } from '../../view/read-run.ts';
import { checkDetach, detach } from '../background/detach.ts';
import type { Command } from '../command.ts';
import { openOwnConfig } from '../open-config.ts';
import { isLikeRun, readRunOption } from '../run-id.ts';
import { UsageError } from '../usage-error.ts';
import { checkAsk, refuseAskOfList, watchAndAsk } from '../watch/watch-and-ask.ts';
import { withInspector } from '../watch/with-inspector.ts';
import { watchList } from '../work-list.ts';

export const resumeCommand: Command = {
  run: async (values, [operand], io) => {
    checkDetach(values);
    checkAsk(values, io);
    const own = openOwnConfig(values, io);
    const named = await readRunOption(values, io);
    const task = readTask(named, operand, own.list !== null);
    if (own.list !== null) refuseAskOfList(values);
    if (values['detach'] === true)
      return detach({ command: 'resume', operands: operand === undefined ? [] : [operand], config: own }, values, io);
    if (own.list !== null)
      return withInspector(own, values, io, (receive) => watchList(own, values, io, task, receive));
    const config = followWorktree(own);
    const { run } = await readRunSummary(config, named);
    return withInspector(own, values, io, (receive) => watchAndAsk(config, { resume: run }, values, io, receive));
  },
};

/** A task of a list by its operand or by its run; a run without a list has none. */
const readTask = (run: string | undefined, operand: string | undefined, isList: boolean): string | undefined => {
  if (operand === undefined) return isList ? run : undefined;
  if (run !== undefined) throw new UsageError('Give TASK or --run, not both');
  if (isLikeRun(operand)) throw new UsageError(`Unexpected argument '${operand}'. Name a run with --run ${operand}`);
  if (!isList) throw new UsageError(`TASK needs a task list in the config: work.specs (got ${operand})`);
  return operand;
};
