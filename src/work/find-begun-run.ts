/**
 * The run of a task that has begun and is not done, with its config as it is now: an operator may accept a change of it.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { RunError } from '../records/run-error.ts';
import { configInFolder } from './config-in-folder.ts';
import { isUnfinished, movesCheckout } from './list-context.ts';
import { readWorkList } from './read-work-list.ts';

/**
 * @param named - a task, by its spec, name or run; the current one by default
 * @throws {RunError} when the list has no such run, or its checkout was moved @throws {LedgerError} when the ledger of the list is broken
 */
export const findBegunRun = async (
  config: Config,
  named: string | undefined,
): Promise<{ readonly config: Config; readonly run: string }> => {
  const { tasks } = (await readWorkList(config))?.state ?? { tasks: [] };
  const begun = tasks.filter(({ is, run, folder }) => is !== 'done' && run !== null && folder !== null);
  const task =
    named === undefined
      ? (begun.find(isUnfinished) ?? begun[0])
      : begun.find(({ spec, name, run }) => [spec, name, run].includes(named));
  if (task !== undefined && !isUnfinished(task) && movesCheckout(config))
    throw new RunError(
      `Cannot accept the config for ${task.name}: its run was deferred, and the checkout has moved on. Skip, guide or abort it, or use workspace: worktree for the next list.`,
    );
  if (task?.run == null || task.folder === null)
    throw new RunError(
      named === undefined
        ? 'Cannot find a run: no task of the list has begun. A task begins with the config as it is then.'
        : `Cannot find a run of ${named}: begun and not done are ${begun.map(({ spec }) => spec).join(', ') || 'no tasks'}.`,
    );
  return { run: task.run, config: configInFolder(config, { tasks, task, folder: task.folder }) };
};
