/**
 * Tells the test runner from the test command.
 *
 * @module
 */
import { DualgateError } from '../../../gates/errors.ts';
import { findProgram } from './find-program.ts';
import { NAMED_RUNNERS, RUNNER_NAMES, type RunnerName, RUNNERS } from '../runners.ts';

/** A test command whose runner cannot be told, or that would never end. */
export class RunnerError extends DualgateError {
  override readonly name = 'RunnerError';
  readonly code = 'E_RUNNER';
  readonly command: readonly string[];

  constructor(command: readonly string[], problem: string, advice: string) {
    super(`Cannot tell how \`${command.join(' ')}\` reports its tests: ${problem}. ${advice}`);
    this.command = command;
  }
}

const WATCHES: readonly string[] = ['--watch', '-w', '--watch=true'];

/** The words by which a runner watches and never ends. */
export const watchWordsOf = (runner: RunnerName): readonly string[] => RUNNERS[runner].watchWords ?? WATCHES;

/**
 * Looks at the words of the command, and through npm, npx and the like at the scripts of package.json.
 *
 * @throws {RunnerError} when the runner is unknown or the command would watch, with the way out
 */
export const findRunner = (command: readonly string[], workspace: string): RunnerName => {
  const found = findProgram(command, workspace);
  if ('unknown' in found) throw new RunnerError(command, found.unknown, NAME_IT);
  const runner = RUNNER_NAMES.find((name) => RUNNERS[name].isFoundIn?.(found) === true);
  if (runner === undefined) throw new RunnerError(command, `its runner is not known (got ${found.program})`, NAME_IT);
  // Only as the first word is `watch` a command and not the name of a file.
  const watchWords = watchWordsOf(runner);
  const watches = found.words.find((word, i) => watchWords.includes(word) && (word.startsWith('-') || i === 0));
  if (watches !== undefined) {
    throw new RunnerError(
      command,
      `it watches and never ends (got ${watches})`,
      'Name a command that runs the tests once.',
    );
  }
  return runner;
};

/** Those that are found from a command; the others have to be named. */
const FOUND = RUNNER_NAMES.filter((name) => RUNNERS[name].isFoundIn !== undefined);
const NAME_IT = `Name the runner in the config, tests.runner: ${FOUND.join(', ')}, or ${NAMED_RUNNERS.map(({ name, standsFor }) => `${name} for ${standsFor}`).join(', ')}.`;
