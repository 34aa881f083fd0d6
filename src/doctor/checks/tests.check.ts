/**
 * Is the program of the test command there, and is its runner known? Nothing is run.
 *
 * @module
 */
import { locateProgram } from '../../processes/locate-program.ts';
import { heldOutOf, suiteOf } from '../../run/create-site.ts';
import { findCheckProblems } from '../../run/find-check-problems.ts';
import { findHeldOutProblems, findTestProblem } from '../../run/preflight.ts';
import { RunnerError } from '../../testing/find-runner.ts';
import { type Check, ofConfig } from '../check.ts';
import { ok, problemOf } from '../finding.ts';

export const testsCheck: Check = {
  name: 'tests',
  needs: [],
  look: ofConfig(async (config) => {
    const { command } = config.tests;
    const missing = await findTestProblem(config);
    if (missing !== null) return problemOf(missing);
    const [unready] = await findCheckProblems(config);
    if (unready !== undefined) return problemOf(unready);
    const [unfit] = await findHeldOutProblems(config);
    if (unfit !== undefined) return problemOf(unfit);
    try {
      const { runner } = suiteOf(config);
      const heldOut = heldOutOf(config);
      const second = heldOut === null ? '' : `; held out: ${heldOut.command.join(' ')} (${heldOut.runner})`;
      return ok(`${command.join(' ')} (${runner}), ${await locateProgram(command[0] ?? '', config.folder)}${second}`);
    } catch (error) {
      if (error instanceof RunnerError) return problemOf(error.message);
      throw error;
    }
  }),
};
