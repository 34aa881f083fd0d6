/**
 * Does the program of the test command exist, and is its runner known? Runs nothing.
 *
 * @module
 */
import { join } from 'node:path';
import { programOf } from '../../config/suite-program.ts';
import { locateProgram } from '../../processes/locate-program.ts';
import { usableSuitesOf } from '../../config/suites-of.ts';
import { hiddenSuiteOf } from '../../loop/create-run-context.ts';
import { findCheckProblems } from '../../measures/find-check-problems.ts';
import { findHiddenSuiteProblems, findTestProblems } from '../../run/preflight.ts';
import { findStartedTools } from '../../testing/replays/started-tools.ts';
import { ADVICE_FOR_UNTESTED, findUntested } from '../../testing/why-no-test/tested-versions.ts';
import { RunnerError } from '../../testing/command/find-runner.ts';
import { type Check, ofConfig } from '../check.ts';
import { ok, problemOf, warning } from '../finding.ts';

export const testsCheck: Check = {
  name: 'tests',
  needs: [],
  look: ofConfig(async (config) => {
    const [missing] = await findTestProblems(config);
    if (missing !== undefined) return problemOf(missing);
    const [unready] = await findCheckProblems(config);
    if (unready !== undefined) return problemOf(unready);
    const [unfit] = await findHiddenSuiteProblems(config);
    if (unfit !== undefined) return problemOf(unfit);
    try {
      const suites = usableSuitesOf(config);
      const found = suites.map(async (suite) => {
        const which = suites.length > 1 ? `${suite.name}: ` : '';
        const { command, runner, folder } = suite;
        const tools = findStartedTools(command, join(config.folder, folder)).map(({ name }) => name);
        const caches = tools.length === 0 ? '' : `, with the caches of ${tools.join(' and ')} switched off`;
        return `${which}${command.join(' ')} (${runner}), ${await locateProgram(programOf(suite), config.folder)}${caches}`;
      });
      const untested = suites.map(({ runner, folder }) => findUntested(runner, join(config.folder, folder)));
      const first = untested.find((each) => each !== null) ?? null;
      if (first !== null) return warning(first, ADVICE_FOR_UNTESTED);
      const hiddenSuite = hiddenSuiteOf(config);
      const second =
        hiddenSuite === null ? '' : `; hidden suite: ${hiddenSuite.command.join(' ')} (${hiddenSuite.runner})`;
      return ok(`${(await Promise.all(found)).join('; ')}${second}`);
    } catch (error) {
      if (error instanceof RunnerError) return problemOf(error.message);
      throw error;
    }
  }),
};
