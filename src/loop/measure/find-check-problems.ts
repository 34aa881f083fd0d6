/**
 * Before anything is spent: can the checks of the config be run here, and is the coverage measured that a gate asks for
 * (RULES 2.6)?
 *
 * @module
 */
import { lstat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { CheckCommand } from '../../checks/check-command.ts';
import type { Config } from '../../config/config.ts';
import type { SuiteConfig } from '../../config/shape-config.ts';
import { listNames } from '../../sources/fingerprint.ts';
import { tellSources } from '../../sources/told-sources.ts';
import { locateProgram } from '../../processes/locate-program.ts';
import { findRunner, RunnerError } from '../../testing/command/find-runner.ts';
import { isPackageManager, nameProgram } from '../../testing/command/find-program.ts';
import { readScript } from '../../testing/command/package-scripts.ts';
import { asksForMetric } from './describe-checks.ts';

/** One sentence for each check whose program, or script, is not there. */
export const findCheckProblems = async ({ checks, folder }: Config): Promise<readonly string[]> => {
  const problems = await Promise.all(checks.map((check) => findCheckProblem(check, folder)));
  return problems.filter((problem) => problem !== null);
};

const findCheckProblem = async ({ name, command }: CheckCommand, folder: string): Promise<string | null> => {
  const [program = '', word = '', script = ''] = command;
  if ((await locateProgram(program, folder)) === null)
    return `The program of the check ${name} was not found: ${program}. Install it, or correct checks.${name}.`;
  const runsScript = isPackageManager(nameProgram(program)) && (word === 'run' || word === 'run-script');
  if (!runsScript || script.startsWith('-') || readScript(folder, script) !== null) return null;
  return `The check ${name} runs the script "${script}", which package.json does not have. Write it, or correct checks.${name}.`;
};

/** Coverage lies where it can be removed, and somebody writes it. */
export const findCoverageProblem = async (
  { tests, folder }: Config,
  gates: readonly CompiledGate[],
): Promise<string | null> => {
  const places = tests.suites.flatMap(({ coverage, folder: place }) =>
    coverage === null ? [] : [posix.join(place, coverage)],
  );
  if (places.length > 0) {
    const told = await tellSources(folder);
    const { names } = await listNames(folder, told);
    const sources = new Set(names.map((name) => name.toString('utf8')));
    for (const place of places) {
      if (!sources.has(place) || (await lstat(join(folder, place)).catch(() => null)) === null) continue;
      return `tests.coverage is ${place}, which is a source, and it is removed before each test run. Let git ignore it, or name another place.`;
    }
  }
  const asking = gates.filter((gate) => asksForMetric(gate, 'coverage_lines')).map(({ phase }) => phase.phase);
  const silent = tests.suites.filter((suite) => suite.coverage === null && runnerOf(suite, folder) !== 'node');
  if (asking.length === 0 || silent.length === 0) return null;
  return `${asking.join(', ')} asks for coverage_lines, and only node:test reports coverage by itself. Name the file that the suite writes it to under tests.coverage.`;
};

const runnerOf = ({ runner, command, folder: place }: SuiteConfig, folder: string): string | null => {
  try {
    return runner ?? findRunner(command, join(folder, place));
  } catch (error) {
    // It is said elsewhere.
    if (error instanceof RunnerError) return null;
    throw error;
  }
};
