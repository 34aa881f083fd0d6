/** The config: the settings of a run, checked together and frozen. A run does not start with a wrong config (rule 1.7). */
import { dirname, isAbsolute, relative, resolve, basename, join } from 'node:path';
import { existsSync } from 'node:fs';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { vocabularyOf } from '../../gates/metrics.ts';
import { metricsOf } from '../evidence/measures/metrics-of-measures.ts';
import { checkTogether } from './check-together.ts';
import {
  ConfigError,
  type ConfigProblem,
  locateConfig,
  type ReadConfigOptions,
} from '../project/config/find-config.ts';
import { readPhases } from '../project/config/read-phases.ts';
import { configSchemaWith } from '../project/config/schema/config-schema.ts';
import { type ProgramMeasure, readAdded } from './added-measures.ts';
import { createJsonSchema } from '../project/config/schema/json-schema.ts';
import type { Config } from '../project/config/config.ts';
import { wordIssues, valueAt } from '../project/config/word-issues.ts';
import { readYaml, type YamlDocument } from '../project/config/read-yaml.ts';
import { checkOptions, checkValue, KINDS } from '../base/check-options.ts';
import { CONFIG_PRESETS, isPresetName } from '../signals/systems/systems.ts';
import { readPlainBytes } from '../base/files/open-plain.ts';
import { describeCause } from '../base/text/describe-cause.ts';
import { isMap } from '../base/text/parse-json.ts';

export type { Config } from '../project/config/config.ts';

export interface ParseConfigOptions {
  /** The config's path; its folder is the workspace. */
  readonly path: string;
  /** Reads a phase file by its absolute path; may throw. */
  readonly readFile: (path: string) => string;
  /** Absolute: the base of paths in messages. @default the config's folder */
  readonly cwd?: string;
  /** Measures of the program that embeds dualgate. Conditions may name their metrics. @default none */
  readonly measures?: readonly ProgramMeasure[];
}

/** Parses the config in `text`. @throws {ConfigError} with every problem at once, each with its place */
export const parseConfig = (text: string, options: ParseConfigOptions): Config => {
  const { text: aText, function: aFunction, list } = KINDS;
  checkValue('parseConfig', 'text', text, aText);
  checkOptions('parseConfig', options, { path: aText, readFile: aFunction, cwd: aText, measures: list }, [
    'path',
    'readFile',
  ]);
  const path = resolve(options.path);
  const folder = dirname(path);
  const shownPath = showPath(path, options.cwd ?? folder);
  const { document: written, problems } = readOnlyDocument(text, shownPath);
  if (written === null) throw refuseConfig(shownPath, problems);
  const document = layOverPreset(written);

  const added = readAdded(document.value, options.measures);
  const metrics = metricsOf(added);
  const vocabulary = vocabularyOf(metrics);
  // One value does not pay for a validator that is compiled first.
  const result = configSchemaWith(vocabulary).safeParse(document.value, { jitless: true });
  const issues = result.error?.issues ?? [];
  const source = { document, path: shownPath, schema: createJsonSchema, name: 'the config' };
  const {
    phases,
    problems: ofPhases,
    files,
  } = readPhases(result.data?.phases, {
    document,
    path: shownPath,
    folder,
    readFile: options.readFile,
    vocabulary,
  });
  const wrong = [...wordIssues(issues, source), ...ofPhases];
  if (!result.success || wrong.length > 0) throw refuseConfig(shownPath, wrong);
  const { agent } = result.data;
  const config: Config = {
    ...result.data,
    ...added,
    agent: agent.script === null ? agent : { ...agent, script: resolve(folder, agent.script) },
    phases:
      result.data.phases === null
        ? structuredClone<Config['phases']>(DEFAULT_PHASES)
        : phases.map(({ phase }) => phase),
    path,
    folder,
    files: [path, ...files],
    metrics,
  };
  const together = checkTogether(config, { document, path: shownPath, phases });
  if (together.length > 0) throw refuseConfig(shownPath, together);
  return deepFreeze(config);
};

const readOnlyDocument = (
  text: string,
  path: string,
): { readonly document: YamlDocument | null; readonly problems: readonly ConfigProblem[] } => {
  const { documents, problems } = readYaml(text, path);
  const [document, second] = documents;
  if (problems.length > 0) return { document: null, problems };
  if (document === undefined) {
    return {
      document: null,
      problems: [
        { path, line: null, column: null, message: 'the file is empty. Run `dualgate init` to write a config' },
      ],
    };
  }
  if (second === undefined) return { document, problems };
  const { line, column } = second.placeOf([]);
  return {
    document: null,
    problems: [{ path, line, column, message: 'a second document starts here: keep one document in the config' }],
  };
};

const showPath = (path: string, cwd: string): string => {
  const shown = relative(cwd, path);
  return shown === '' || isAbsolute(shown) ? path : shown;
};

const refuseConfig = (path: string, [first, ...rest]: readonly ConfigProblem[]): ConfigError =>
  new ConfigError(path, [first ?? { path, line: null, column: null, message: 'is not a config' }, ...rest]);

/** The same value, deeply frozen. For plain trees of maps and lists. */
const deepFreeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
};

type Path = readonly PropertyKey[];

/**
 * A config on top of its system preset: its own keys take precedence. Maps are merged key by key; a list or a scalar
 * is replaced. The floor is in neither, and neither can lower it. Unchanged without a known `preset`.
 */
const layOverPreset = (document: YamlDocument): YamlDocument => {
  const name = valueAt(document.value, ['preset']);
  if (!isPresetName(name)) return document;
  const [preset] = readYaml(CONFIG_PRESETS[name], `preset ${name}`).documents;
  if (preset === undefined) return document;
  /** The place of keys from the preset is the key `preset`. */
  const own = (path: Path): Path =>
    valueAt(document.value, path) === undefined && valueAt(preset.value, path) !== undefined ? ['preset'] : path;
  return {
    value: layOver(preset.value, document.value),
    placeOf: (path) => document.placeOf(own(path)),
    placeOfKey: (path) => document.placeOfKey(own(path)),
    placeWithin: (path, within) => {
      const where = own(path);
      return where === path ? document.placeWithin(path, within) : document.placeOf(where);
    },
  };
};

const layOver = (under: unknown, over: unknown): unknown => {
  if (!isMap(under) || !isMap(over)) return over === undefined ? under : over;
  const keys = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, layOver(under[key], over[key])]));
};
/**
 * The config for `cwd`, by default the working directory of the program. Without a repository only `cwd` itself is searched.
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

/** @throws {ConfigError} when it is invalid, or missing */
export const configThere = ({ path }: Pick<Config, 'path'>, folder: string): Config =>
  readConfig({ cwd: folder, config: nameThere(path, folder) });

/** `null` where the folder has none. @throws {ConfigError} when it is invalid */
export const findConfigThere = (own: Pick<Config, 'path'>, folder: string): Config | null =>
  folder !== '' && existsSync(nameThere(own.path, folder)) ? configThere(own, folder) : null;

const nameThere = (path: string | null, folder: string): string => join(folder, basename(path ?? 'dualgate.yaml'));
