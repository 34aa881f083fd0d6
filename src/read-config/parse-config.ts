/**
 * The config: the settings of a run, checked together and frozen. A run does not start with a wrong config (rule 1.7).
 *
 * @module
 */
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { vocabularyOf } from '../../gates/metrics.ts';
import { metricsOf } from '../measures/measures.ts';
import { checkTogether } from './check-together.ts';
import { ConfigError, type ConfigProblem } from '../config/config-error.ts';
import { readPhases } from '../config/read-phases.ts';
import { configSchemaWith } from '../config/schema/config-schema.ts';
import { type ProgramMeasure, readAdded } from './added-measures.ts';
import { createJsonSchema } from '../config/schema/json-schema.ts';
import { type Config, shapeConfig } from '../config/shape-config.ts';
import { wordIssues } from '../config/word-issues.ts';
import { readYaml, type YamlDocument } from '../config/yaml/read-yaml.ts';
import { checkOptions, checkValue, KINDS } from '../options/check-options.ts';
import { CONFIG_PRESETS, isPresetName } from '../systems/systems.ts';

export type { Config } from '../config/shape-config.ts';

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

/**
 * Parses the config in `text`.
 *
 * @throws {ConfigError} with every problem at once, each with its place
 */
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
  if (written === null) throw refuse(shownPath, problems);
  const document = layOverPreset(written);

  const added = readAdded(document.value, options.measures);
  const metrics = metricsOf(added);
  const vocabulary = vocabularyOf(metrics);
  const result = configSchemaWith(vocabulary).safeParse(document.value);
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
  if (!result.success || wrong.length > 0) throw refuse(shownPath, wrong);
  const config = shapeConfig(result.data, {
    path,
    folder,
    files: [path, ...files],
    phases: phases.map(({ phase }) => phase),
    ...added,
    metrics,
  });
  const together = checkTogether(config, { document, path: shownPath, phases });
  if (together.length > 0) throw refuse(shownPath, together);
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

const refuse = (path: string, [first, ...rest]: readonly ConfigProblem[]): ConfigError =>
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
 * A config on top of its system preset: its own keys take precedence. Maps are merged key by key; a list or a scalar is
 * replaced. The floor is in neither, and neither can lower it.
 *
 * Returns the document merged with its `preset`; the document itself if it names no known preset.
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

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (held, step) =>
      typeof held === 'object' && held !== null && Object.hasOwn(held, step) ? Reflect.get(held, step) : undefined,
    value,
  );
