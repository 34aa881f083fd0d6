/**
 * Reads the config of a workspace: `--config`, or the nearest `dualgate.yaml` up to the root of the repository.
 *
 * @module
 */
import { parseConfig, type ParseConfigOptions } from './parse-config.ts';
import type { Config } from '../config/shape-config.ts';
import { ConfigError } from '../config/config-error.ts';
import { checkOptions, KINDS } from '../options/check-options.ts';
import { locateConfig, type ReadConfigOptions } from '../config/find-config.ts';
import { readPlainBytes } from '../files/open-plain.ts';
import { describeCause } from '../text/describe-cause.ts';

/**
 * The config for `cwd`, by default the working directory of the program. Without a repository only `cwd` itself is searched.
 *
 * @throws {OptionError} when an option is unknown or of another kind
 * @throws {ConfigError} when there is none, when there are two in one folder, or when it is wrong
 */
export const readConfig = (options: Partial<ReadConfigOptions> & Pick<ParseConfigOptions, 'measures'> = {}): Config => {
  checkOptions('readConfig', options, { cwd: KINDS.text, config: KINDS.text, measures: KINDS.list });
  const { cwd = process.cwd(), config, measures = [] } = options;
  const path = locateConfig({ cwd, ...(config === undefined ? {} : { config }) });
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    throw refuse(config ?? path, `cannot be read: ${describeCause(error)}`, error);
  }
  return parseConfig(text, { path, cwd, readFile: readText, measures });
};

/** @throws when it cannot be read or is not UTF-8 */
const readText = (path: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readPlainBytes(path));
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
  return describeCause(error);
};

const refuse = (path: string, message: string, cause?: unknown): ConfigError =>
  new ConfigError(path, [{ path, line: null, column: null, message }], { cause });
