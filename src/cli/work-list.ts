/** `run` and `resume` with a task list: show it on the screen to its end. */
import type { Config } from '../project/config/config.ts';
import { createWorkList, type WorkListOptions } from '../queue/list/create-work-list.ts';
import { planRun } from '../run/plan-run.ts';
import { chooseTask, readTasks } from '../queue/list/open-list.ts';
import { readListStatus } from '../queue/list/read-work-list.ts';
import { refuseWorkers, withWorkers } from '../queue/list/merge/target.ts';
import { optional, text, type Values } from './command.ts';
import { readThreshold, operatorName, readWorkers } from './watch/options-of-run.ts';
import { isGithub } from './github/workflow-commands.ts';
import { reportListToGithub } from './github/list-annotations.ts';
import { withStately, watchRun } from './watch/watch-run.ts';
import { type CommandIo, EXIT } from './terminal/io.ts';
import { renderListStatus, renderTasks } from './render/list-lines.ts';
import { renderPlan } from './render/plan.ts';
import { joined } from './watch/watch-and-ask.ts';

/**
 * @param only - a task, by its spec, name or run @param receive - receives every event, after the screen
 * @returns the exit code
 */
export const watchList = async (
  config: Config,
  values: Values,
  io: CommandIo,
  only: string | undefined,
  receive: NonNullable<WorkListOptions['onEvent']> = () => {},
): Promise<number> => {
  const fresh = values['new'] === true;
  const threshold = readThreshold(config, values, io);
  const workers = readWorkers(values);
  const code = await withStately(config, values, io, (inspecting) =>
    watchRun(
      (onEvent) =>
        createWorkList({
          config,
          fresh,
          by: operatorName(),
          onEvent: joined(onEvent, receive),
          ...workers,
          ...optional('only', only),
          ...optional('until', text(values, 'until')),
          ...threshold,
          ...inspecting,
        }),
      values,
      io,
    ),
  );
  if (isGithub(io.env)) await reportListToGithub(config, io);
  if (values['json'] === true) return code;
  const status = await readListStatus(config);
  if (status !== null) io.print(`\n${renderListStatus(status, false)}`.trimEnd());
  return code;
};

/** The plan of the list, and of its first run. @returns the exit code */
export const planList = async (own: Config, values: Values, io: CommandIo): Promise<number> => {
  const config = withWorkers(own, readWorkers(values).workers);
  refuseWorkers(config);
  const found = await readTasks(config);
  const plan = await planRun(await chooseTask(config));
  io.print(
    values['json'] === true ? JSON.stringify({ ...plan, list: found }) : `${renderTasks(found)}\n${renderPlan(plan)}`,
  );
  return plan.missing.length === 0 ? EXIT.ok : EXIT.no;
};
