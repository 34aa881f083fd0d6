/** Detects the test runner from the test command. */
import { DualgateError } from '../../../gates/errors.ts';
import { askNear, findNear, findProgram } from './find-program.ts';
import { NAMED_RUNNERS, RUNNER_NAMES, type RunnerName, RUNNERS } from '../runners.ts';

/**
 * The test runner is unknown, never ends, or does not measure the whole suite (`--shard`, `--last-failed`). Fix: set
 * `tests.runner`; use a command that runs the whole suite once.
 */
export class RunnerError extends DualgateError {
  override readonly name = 'RunnerError';
  readonly code = 'E_RUNNER';
  readonly command: readonly string[];

  constructor(command: readonly string[], problem: string, advice: string, what = 'find the test runner of') {
    super(`Cannot ${what} \`${command.join(' ')}\`: ${problem}. ${advice}`.trimEnd());
    this.command = command;
  }
}

const WATCHES: readonly string[] = ['--watch', '-w', '--watch=true'];

/** The words that put a runner into watch mode, which never ends. */
export const watchWordsOf = (runner: RunnerName): readonly string[] => RUNNERS[runner].watchWords ?? WATCHES;

/**
 * Checks the words of the command and, through npm, npx and similar, the scripts of package.json.
 *
 * @throws {RunnerError} when the runner is unknown or the command would watch, with advice
 */
export const findRunner = (command: readonly string[], workspace: string): RunnerName => {
  const found = findProgram(command, workspace);
  if ('unknown' in found) throw new RunnerError(command, found.unknown, found.fix ?? NAME_IT);
  const runner = RUNNER_NAMES.find((name) => RUNNERS[name].isFoundIn?.(found) === true);
  if (runner === undefined) {
    const near = askNearRunner(found.program, found.words);
    const problem = `its runner is not known (got ${near === '' ? found.program : near})`;
    throw new RunnerError(command, problem, near === '' ? NAME_IT : 'Correct tests.command, or set tests.runner.');
  }
  // Only as the first word is `watch` a command and not the name of a file.
  const watchWords = watchWordsOf(runner);
  const watches = found.words.find((word, i) => watchWords.includes(word) && (word.startsWith('-') || i === 0));
  if (watches !== undefined) {
    throw new RunnerError(
      command,
      `it runs in watch mode and never ends (got ${watches})`,
      'Write a command that runs the tests once.',
    );
  }
  return runner;
};

/** `vitset (did you mean vitest?)`, `cargo tset (did you mean cargo test?)`; '' if nothing is near. */
const askNearRunner = (program: string, [word = '']: readonly string[]): string => {
  const near = askNear(program, RUNNER_NAMES);
  if (near !== '') return `${program}${near}`;
  if (!RUNNER_NAMES.some((name) => name === program)) return '';
  const [, dashes = '', verb = ''] = /^(-*)(.*)$/.exec(word) ?? [];
  return findNear(verb, ['test']) === undefined ? '' : `${program} ${word} (did you mean ${program} ${dashes}test?)`;
};

/** Runners that are detected from a command; all others must be named. */
const FOUND = RUNNER_NAMES.filter((name) => RUNNERS[name].isFoundIn !== undefined);
const NAME_IT = `Set tests.runner in the config: ${FOUND.join(', ')}, or ${NAMED_RUNNERS.map(({ name, standsFor }) => `${name} for ${standsFor}`).join(', ')}.`;
