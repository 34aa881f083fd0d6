/**
 * The problems of a config: all of them at once, each with the place to fix.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** One problem. `line` and `column` count from 1; both are `null` for a problem of the file itself. */
export interface ConfigProblem {
  readonly path: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}

/**
 * No config, or a wrong one; `problems` has line and column. Fix: correct each place; `dualgate init` writes a config.
 */
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

/**
 * One line, in the form that editors and terminals turn into a link.
 *
 * @example
 * renderProblem({ path: 'dualgate.yaml', line: 12, column: 5, message: 'work is missing' }); // 'dualgate.yaml:12:5: work is missing'
 */
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
