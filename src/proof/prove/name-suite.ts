/**
 * How the tests of commits run: by the config of the first commit, or by options of the proof.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_NAMES } from '../../config/find-config.ts';
import { readConfig } from '../../read-config/read-config.ts';
import { splitCommand } from '../../config/split-command.ts';
import { usableSuitesOf } from '../../config/suites-of.ts';
import { findRunner } from '../../testing/command/find-runner.ts';
import { refuseCommand } from '../../testing/command/refuse-command.ts';
import type { PlacedSuite } from '../../testing/run-suites.ts';
import { RUNNER_NAMES, type RunnerName } from '../../testing/runners.ts';
import { ProofError } from '../proof-error.ts';

export interface SuiteWords {
  /** As typed; by default that of the first commit's config. */
  readonly command?: string;
  /** If the command does not show it. */
  readonly runner?: string;
  /** For one run of the suite, in milliseconds. @default that of the config, else 10 minutes */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10 * 60_000;

/**
 * The commands for a checkout in a given folder.
 *
 * @throws {ProofError} when a command cannot be split, a runner is unknown, or there is neither command nor config
 * @throws {ConfigError} and {RunnerError}, when called, for problems of the checkout
 */
export const nameSuite = ({
  command,
  runner,
  timeoutMs,
}: SuiteWords): ((workspace: string) => readonly PlacedSuite[]) => {
  if (runner !== undefined && !isRunnerName(runner))
    throw new ProofError(
      `Cannot prove with the runner ${runner}: it is unknown. Use one of ${RUNNER_NAMES.join(', ')}.`,
    );
  if (command === undefined) {
    return (workspace) => {
      if (!CONFIG_NAMES.some((name) => existsSync(join(workspace, name))))
        throw new ProofError(
          `Cannot prove the run: the first commit has no ${CONFIG_NAMES[0]} with a test command. Name one: --test-command 'npm test'.`,
        );
      const suites = usableSuitesOf(readConfig({ cwd: workspace }));
      return timeoutMs === undefined ? suites : suites.map((suite) => ({ ...suite, timeoutMs }));
    };
  }
  const words = splitWords(command, 'test command');
  return (workspace) => {
    const suite = {
      name: 'suite 1',
      folder: '',
      command: words,
      runner: runner ?? findRunner(words, workspace),
      report: null,
      timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
    };
    refuseCommand(suite, workspace);
    return [suite];
  };
};

/** @throws {ProofError} for syntax that only a shell understands */
export const splitWords = (line: string, what: string): readonly string[] => {
  const split = splitCommand(line);
  if ('words' in split) return split.words;
  throw new ProofError(
    `Cannot use the ${what} \`${line}\`: it ${split.problem}. Put it in a script, and name the script.`,
  );
};

const isRunnerName = (name: string): name is RunnerName => RUNNER_NAMES.some((known) => known === name);
