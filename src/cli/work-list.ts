/**
 * What `run` and `resume` do where the config names a list of work: follow it on the screen to its end.
 *
 * @module
 */
import { type Config, createWorkList, planRun, chooseTask, readListStatus, readTasks } from '../index.ts';
import { optional, text, type Values } from './command.ts';
import { readThreshold } from './exit-threshold.ts';
import { type CommandIo, EXIT } from './io.ts';
import { operatorName } from './operator-name.ts';
import { renderListStatus, renderTasks } from './render/list-status.ts';
import { renderPlan } from './render/plan.ts';
import { watchRun } from './watch-run.ts';

/** @param only - a task, by its spec, its name or its run @returns the exit code of the list */
export const watchList = async (
  config: Config,
  values: Values,
  io: CommandIo,
  only: string | undefined,
): Promise<number> => {
  const fresh = values['new'] === true;
  const threshold = readThreshold(config, values, io);
  const code = await watchRun(
    (onEvent) =>
      createWorkList({
        config,
        fresh,
        by: operatorName(),
        onEvent,
        ...optional('only', only),
        ...optional('until', text(values, 'until')),
        ...threshold,
      }),
    values,
    io,
  );
  if (values['json'] === true) return code;
  const status = await readListStatus(config);
  if (status !== null) io.print(`\n${renderListStatus(status, false)}`.trimEnd());
  return code;
};

/** What the list would do, and the first of its runs. @returns the exit code */
export const planList = async (config: Config, values: Values, io: CommandIo): Promise<number> => {
  const found = await readTasks(config);
  const plan = await planRun(await chooseTask(config));
  io.print(
    values['json'] === true ? JSON.stringify({ ...plan, list: found }) : `${renderTasks(found)}\n${renderPlan(plan)}`,
  );
  return plan.missing.length === 0 ? EXIT.ok : EXIT.no;
};
