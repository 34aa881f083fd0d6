/**
 * A spec that is named on the command line.
 *
 * @module
 */
import { relative, resolve, sep } from 'node:path';
import { configOfSpec } from '../config/config-of-spec.ts';
import type { Config } from '../config/shape-config.ts';
import { isWithin } from '../processes/is-within.ts';
import type { CommandIo } from './terminal/io.ts';
import { UsageError } from './usage-error.ts';

/**
 * @param named - relative to the working directory; without one, the config is the same
 * @throws {UsageError} for a path outside of the workspace
 */
export const withSpec = (config: Config, named: string | undefined, { cwd }: Pick<CommandIo, 'cwd'>): Config => {
  if (named === undefined) return config;
  const { folder } = config;
  const path = resolve(cwd, named);
  if (path === folder || !isWithin(folder, path))
    throw new UsageError(`SPEC must be a file in the workspace ${folder} (got ${named})`);
  return configOfSpec(config, relative(folder, path).split(sep).join('/'));
};
