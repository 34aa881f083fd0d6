/**
 * Finds and reads the config of a workspace: `--config`, or the nearest `dualgate.yaml` up to the root of the repository.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Config, parseConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

/** The names that a config may have. */
export const CONFIG_NAMES = ['dualgate.yaml', 'dualgate.yml'] as const;

export interface ReadConfigOptions {
  /** Absolute: where the search begins, and what paths in messages are relative to. */
  readonly cwd: string;
  /** A path that was asked for: nothing is searched. */
  readonly config?: string;
}

/**
 * The config that holds for `cwd`. Without a repository around it only `cwd` itself is searched.
 *
 * @throws {ConfigError} when there is none, when there are two in one folder, or when it is wrong
 */
export const readConfig = ({ cwd, config }: ReadConfigOptions): Config => {
  const path = config === undefined ? findConfig(cwd) : resolve(cwd, config);
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    throw refuse(config ?? path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`, error);
  }
  return parseConfig(text, { path, cwd, readFile: readText });
};

/** The folder of the config that holds for `cwd`, or of one that would: for who has something to say of it all the same. */
export const locateWorkspace = ({ cwd, config }: ReadConfigOptions): string => {
  if (config !== undefined) return dirname(resolve(cwd, config));
  try {
    return dirname(findConfig(cwd));
  } catch (error) {
    if (error instanceof ConfigError) return resolve(cwd);
    throw error;
  }
};

const findConfig = (cwd: string): string => {
  for (const folder of foldersUpToRepository(cwd)) {
    const [found, other] = CONFIG_NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
    if (found !== undefined && other !== undefined)
      throw refuse(found, `stands beside ${CONFIG_NAMES[1]}: remove one of them`);
    if (found !== undefined) return found;
  }
  throw refuse(
    join(cwd, CONFIG_NAMES[0]),
    'there is no config here or further up in this repository. `dualgate init` writes one',
  );
};

const foldersUpToRepository = (cwd: string): readonly string[] => {
  const folders = [resolve(cwd)];
  for (let folder = resolve(cwd); !existsSync(join(folder, '.git')); ) {
    const parent = dirname(folder);
    if (parent === folder) return folders.slice(0, 1);
    folders.push(parent);
    folder = parent;
  }
  return folders;
};

/** @throws when it cannot be read or is not UTF-8 */
const readText = (path: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw new Error(wordReadError(error), { cause: error });
  }
};

const wordReadError = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'permission denied';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is not UTF-8 text';
  return error instanceof Error ? error.message : String(error);
};

const refuse = (path: string, message: string, cause?: unknown): ConfigError =>
  new ConfigError(path, [{ path, line: null, column: null, message }], { cause });
