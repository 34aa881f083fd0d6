/** Finds the nearest `dualgate.yaml` up to the root of the repository, and does not read it: no YAML parser for a mere folder. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DualgateError } from '../../../gates/errors.ts';
import { isRepository } from '../../base/files/folders.ts';

/** One problem. `line` and `column` count from 1; both are `null` for a problem of the file itself. */
export interface ConfigProblem {
  readonly path: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}

/** The same, before its place is known. */
export interface KeyProblem {
  readonly key: readonly PropertyKey[];
  readonly message: string;
}

/** No config, or a wrong one; `problems` has line and column. Fix: correct each place; `dualgate init` writes a config. */
export class ConfigError extends DualgateError {
  override readonly name = 'ConfigError';
  readonly code = 'E_CONFIG';
  /** In the order of the file, at least one. */
  readonly problems: readonly ConfigProblem[];

  constructor(path: string, problems: readonly [ConfigProblem, ...ConfigProblem[]], options?: ErrorOptions) {
    super(summarise(path, problems), options);
    this.problems = problems;
  }
}

/** One line, in the form that editors and terminals turn into a link: `dualgate.yaml:12:5: work is missing`. */
export const renderProblem = ({ path, line, column, message }: ConfigProblem): string =>
  line === null ? `${path}: ${message}` : `${path}:${line}:${column ?? 1}: ${message}`;

const summarise = (path: string, problems: readonly [ConfigProblem, ...ConfigProblem[]]): string => {
  if (problems.length === 1) return `Cannot use ${renderProblem(problems[0])}`;
  const shown = problems.slice(0, MOST_SHOWN).map((problem) => `  ${renderProblem(problem)}`);
  return [`Cannot use ${path}: ${problems.length} problems.`, ...shown, ...moreThan(problems.length)].join('\n');
};

/** One broken bracket can cause a thousand problems. */
const MOST_SHOWN = 20;

const moreThan = (count: number): readonly string[] => (count > MOST_SHOWN ? [`  and ${count - MOST_SHOWN} more`] : []);

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

/** The nearest folder with records of dualgate, where there is no config here or further up; else `null`. */
export const findRecordsAlone = ({ cwd, config }: ReadConfigOptions): string | null => {
  if (config !== undefined) return null;
  const folders = foldersUpToRepository(cwd);
  const find = (name: string) => folders.find((folder) => existsSync(join(folder, name)));
  return CONFIG_NAMES.some(find) ? null : (find('.dualgate/runs') ?? null);
};

const findConfig = (cwd: string): string => {
  for (const folder of foldersUpToRepository(cwd)) {
    const [found, other] = CONFIG_NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
    if (found !== undefined && other !== undefined)
      throw refuse(found, `is in the same folder as ${CONFIG_NAMES[1]}: remove one of them`);
    if (found !== undefined) return found;
  }
  const folder = findRecordsAlone({ cwd });
  const [missing, wayOut] =
    folder === null
      ? [cwd, '. Go to the folder that has one, or run `dualgate init` to write one']
      : [folder, ', but .dualgate has its runs. Bring it back, for example with `git restore dualgate.yaml`'];
  throw refuse(join(missing, CONFIG_NAMES[0]), `there is no config here or further up${wayOut}`);
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
