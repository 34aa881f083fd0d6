/**
 * `dualgate run --issue`: the run works on an issue instead of the spec of the config.
 *
 * @module
 */
import { join } from 'node:path';
import { configOfSpec } from '../../config/config-of-spec.ts';
import type { Config } from '../../config/shape-config.ts';
import type { CommandIo } from '../terminal/io.ts';
import { text, type Values } from '../command.ts';
import { hasBegun } from '../read-spec.ts';
import { UsageError } from '../usage-error.ts';
import { describeWritten, importIssue, writeSpec } from './import-issue.ts';

interface Taken {
  readonly config: Config;
  /** The same options, for another process: the issue is a file by now. */
  readonly values: Values;
}

/**
 * Writes the spec, except for a run that has begun with it.
 *
 * @throws {UsageError} with a task list @throws {RunError} while a run on another spec has not completed
 */
export const takeIssue = async (config: Config, values: Values, io: CommandIo): Promise<Taken> => {
  const named = text(values, 'issue');
  if (named === undefined) return { config, values };
  if (config.list !== null)
    throw new UsageError("Option '--issue' cannot be used with a task list: write the issue as one of its specs");
  const { folder } = config;
  const spec = await importIssue(named, io, folder);
  const taken = { config: configOfSpec(config, spec.path), values: { ...values, issue: join(folder, spec.path) } };
  if (values['new'] !== true && (await hasBegun(config, taken.config))) return taken;
  io.complain(describeWritten(spec, writeSpec(spec, folder)));
  return taken;
};
