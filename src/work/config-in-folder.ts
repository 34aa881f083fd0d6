/**
 * The config of the run of a task: in the checkout, or in the work tree of the run.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/shape-config.ts';
import { configOfTask } from '../config/tasks/config-of-task.ts';
import { configThere } from '../read-config/config-there.ts';
import type { ListState, TaskState } from './list-state.ts';

interface Question extends Pick<ListState, 'tasks'> {
  readonly task: Pick<TaskState, 'spec'>;
  /** Absolute: where its run works. */
  readonly folder: string;
}

/** The run freezes the files of the other tasks, if each run has its own branch. */
export const configInFolder = (config: Config, { tasks, task: { spec }, folder }: Question): Config => {
  // A sandbox cannot cover a missing file either, for example one that was moved to done/.
  const others = tasks.flatMap((task) =>
    task.spec !== spec && existsSync(join(folder, task.spec)) ? [task.spec] : [],
  );
  const there = folder === config.folder || config.path === null ? config : configThere(config, folder);
  return configOfTask(there, spec, config.commits ? others : []);
};
