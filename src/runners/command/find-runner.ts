/** Detects the test runner from the test command, and typing mistakes in it. It reads files and runs nothing. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DualgateError } from '../../../gates/errors.ts';
import { askNear, findNear, findProgram } from './find-program.ts';
import { NAMED_RUNNERS, RUNNER_NAMES, type RunnerName, RUNNERS } from '../runners.ts';
import { foldersUp } from '../why-no-test/find-package.ts';

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

export const watchWordsOf = (runner: RunnerName): readonly string[] => RUNNERS[runner].watchWords ?? WATCHES;

/** Looks through npm, npx and similar. @throws {RunnerError} with advice: an unknown runner, a command that watches */
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

const LAUNCHERS = ['npm', 'npx', 'pnpm', 'yarn', 'bun', 'bunx', 'bundle', 'python3', 'make'];

/** For a program that was not found. @param folder - absolute: where the suite runs */
export const askNearProgram = (program: string, folder: string): string =>
  askNear(program, [...RUNNER_NAMES, ...LAUNCHERS, ...installedPrograms(folder)]);

/**
 * A program that npx would fetch from a registry, though one with nearly the same name was meant; `null` for none. A
 * name that only looks like the right one may be anybody's package.
 * @param folder - absolute: where the suite runs
 */
export const findTypo = (command: readonly string[], folder: string): string | null => {
  if (command[0] !== 'npx' || command[1]?.startsWith('-') === true) return null;
  const found = findProgram(command, folder);
  const known: readonly string[] = [...RUNNER_NAMES, ...installedPrograms(folder)];
  if ('unknown' in found || known.includes(found.program)) return null;
  const near = askNear(found.program, known);
  return near === '' ? null : `${found.program}${near}`;
};

/** Those of packages, for npx. */
const installedPrograms = (folder: string): readonly string[] =>
  foldersUp(folder).flatMap((each) => {
    const place = join(each, 'node_modules', '.bin');
    return existsSync(place) ? readdirSync(place) : [];
  });
