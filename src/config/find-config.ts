/**
 * Finds the config of a workspace: the nearest `dualgate.yaml` up to the root of the repository. It does not read the file, so
 * that callers who need only the folder do not load the YAML parser.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isRepository } from '../processes/is-repository.ts';
import { ConfigError } from './config-error.ts';

/** The possible names of a config. */
export const CONFIG_NAMES = ['dualgate.yaml', 'dualgate.yml'] as const;

export interface ReadConfigOptions {
  /** Absolute: the start of the search, and the base of paths in messages. */
  readonly cwd: string;
  /** An explicit path: no search. */
  readonly config?: string;
}

/** The folder of the config for `cwd`, or the folder where a config would be. */
export const locateWorkspace = ({ cwd, config }: ReadConfigOptions): string => {
  if (config !== undefined) return dirname(resolve(cwd, config));
  try {
    return dirname(findConfig(cwd));
  } catch (error) {
    if (error instanceof ConfigError) return resolve(cwd);
    throw error;
  }
};

/** The path of the config: the explicit one, else the nearest. @throws {ConfigError} when there is none, or two in one folder */
export const locateConfig = ({ cwd, config }: ReadConfigOptions): string =>
  config === undefined ? findConfig(cwd) : resolve(cwd, config);

const findConfig = (cwd: string): string => {
  for (const folder of foldersUpToRepository(cwd)) {
    const [found, other] = CONFIG_NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
    if (found !== undefined && other !== undefined)
      throw refuse(found, `is in the same folder as ${CONFIG_NAMES[1]}: remove one of them`);
    if (found !== undefined) return found;
  }
  throw refuse(
    join(cwd, CONFIG_NAMES[0]),
    'there is no config here or further up in this repository. Run `dualgate init` to write one',
  );
};

const foldersUpToRepository = (cwd: string): readonly string[] => {
  const folders = [resolve(cwd)];
  for (let folder = resolve(cwd); !isRepository(folder); ) {
    const parent = dirname(folder);
    if (parent === folder) return folders.slice(0, 1);
    folders.push(parent);
    folder = parent;
  }
  return folders;
};

const refuse = (path: string, message: string): ConfigError =>
  new ConfigError(path, [{ path, line: null, column: null, message }]);
