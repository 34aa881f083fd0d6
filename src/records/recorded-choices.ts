/**
 * The choices in the config of a first record: the spec, of a task or named when the run began; the quick profile.
 *
 * @module
 */
import { configOfQuick } from '../config/config-of-quick.ts';
import { configOfSpec } from '../config/config-of-spec.ts';
import type { Config } from '../config/shape-config.ts';
import { configOfTask } from '../config/tasks/config-of-task.ts';

/** @returns the same config, if the run was given nothing */
export const withRecordedChoices = (config: Config, recorded: unknown): Config => {
  const own = withSpec(config, valueOf(recorded, 'work'));
  return valueOf(recorded, 'quick') === true ? configOfQuick(own) : own;
};

const withSpec = (config: Config, work: unknown): Config => {
  const spec = valueOf(work, 'spec');
  if (typeof spec !== 'string') return config;
  if (valueOf(work, 'given') === true) return configOfSpec(config, spec);
  return config.list === null ? config : configOfTask(config, spec);
};

const valueOf = (found: unknown, key: string): unknown =>
  typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
