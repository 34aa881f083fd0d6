/**
 * Checks before a run that the checks and measures of the config can run here, and that the coverage which a gate needs
 * is measured (rule 2.6).
 */
import { lstat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Config, SuiteConfig } from '../../project/config/config.ts';
import { listNames, findSourceListing } from '../../project/sources/fingerprint.ts';
import { locateProgram } from '../../base/processes/locate-program.ts';
import { findRunner, RunnerError } from '../../runners/command/find-runner.ts';
import { isPackageManager, nameProgram } from '../../runners/command/find-program.ts';
import { readScript } from '../../runners/command/package-scripts.ts';
import { type RunnerName, RUNNERS } from '../../runners/runners.ts';
import { asksForMetric } from './measure.ts';

/** One sentence for each check, and each measure of the config, whose program, or script, is not there. */
export const findCheckProblems = async ({ checks, measures, folder }: Config): Promise<readonly string[]> => {
  const commands = [
    ...checks.map(({ name, command }) => [`check ${name}`, `checks.${name}`, command] as const),
    ...measures.map(({ name, command }) => [`measure ${name}`, `measures.${name}`, command] as const),
  ];
  const problems = await Promise.all(
    commands.map(async ([what, key, command]) =>
      command === null ? null : findCommandProblem(what, key, command, folder),
    ),
  );
  return problems.filter((problem) => problem !== null);
};

/** @param what - whose command it is @param key - where the config names it */
const findCommandProblem = async (
  what: string,
  key: string,
  command: readonly string[],
  folder: string,
): Promise<string | null> => {
  const [program = '', word = '', script = ''] = command;
  if ((await locateProgram(program, folder)) === null)
    return `The program of the ${what} was not found: ${program}. Install it, or fix ${key}.`;
  const runsScript = isPackageManager(nameProgram(program)) && (word === 'run' || word === 'run-script');
  if (!runsScript || script.startsWith('-') || readScript(folder, script) !== null) return null;
  return `The ${what} runs the script "${script}", which is not in package.json. Add the script, or fix ${key}.`;
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
    const listing = await findSourceListing(folder);
    const { names } = await listNames(folder, listing);
    const sources = new Set(names.map((name) => name.toString('utf8')));
    for (const place of places) {
      if (!sources.has(place) || (await lstat(join(folder, place)).catch(() => null)) === null) continue;
      return `tests.coverage is ${place}, which is a source, but dualgate removes the file before each test run. Let git ignore it, or set another path.`;
    }
  }
  const asking = gates.filter((gate) => asksForMetric(gate, 'coverage_lines')).map(({ phase }) => phase.phase);
  const silent = tests.suites.filter((suite) => {
    const runner = runnerOf(suite, folder);
    return suite.coverage === null && (runner === null || RUNNERS[runner].reportsCoverage !== true);
  });
  if (asking.length === 0 || silent.length === 0) return null;
  return `${asking.join(', ')} needs coverage_lines, but \`${silent[0]?.command.join(' ')}\` reports no coverage. Set tests.coverage to the coverage file of the suite.`;
};

const runnerOf = ({ runner, command, folder: place }: SuiteConfig, folder: string): RunnerName | null => {
  try {
    return runner ?? findRunner(command, join(folder, place));
  } catch (error) {
    // It is said elsewhere.
    if (error instanceof RunnerError) return null;
    throw error;
  }
};
