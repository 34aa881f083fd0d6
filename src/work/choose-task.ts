/**
 * The config of one task by default: that of the current run, else the first that is not done.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { configOfTask } from '../config/tasks/config-of-task.ts';
import { configOfRun } from '../records/config-of-run.ts';
import { readTasks } from './read-tasks.ts';

/** @returns the same config where it has no list @throws {ConfigError} when the tasks of the list cannot be ordered */
export const chooseTask = async (config: Config): Promise<Config> => {
  const ofRun = await configOfRun(config);
  if (ofRun.list === null) return ofRun;
  const { tasks, doneBefore } = await readTasks(config);
  return configOfTask(config, (tasks[0] ?? doneBefore[0])?.spec ?? '');
};
