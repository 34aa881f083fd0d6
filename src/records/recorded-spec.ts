/**
 * The spec in the config of a first record: of a task, or given when the run began.
 *
 * @module
 */
import { configOfSpec } from '../config/config-of-spec.ts';
import type { Config } from '../config/shape-config.ts';
import { configOfTask } from '../config/tasks/config-of-task.ts';

/** @returns the same config, if the run has the spec of the config */
export const withRecordedSpec = (config: Config, recorded: unknown): Config => {
  const work = valueOf(recorded, 'work');
  const spec = valueOf(work, 'spec');
  if (typeof spec !== 'string') return config;
  if (valueOf(work, 'given') === true) return configOfSpec(config, spec);
  return config.list === null ? config : configOfTask(config, spec);
};

const valueOf = (found: unknown, key: string): unknown =>
  typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
