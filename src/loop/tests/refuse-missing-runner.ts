/**
 * A program that ran the tests when the run began and is gone now: a person has to mend that, and no turn is spent on it
 * (RULES 4.1). One that lies in the workspace is the agent's to bring back: it is named in the next prompt.
 *
 * @module
 */
import { isAbsolute } from 'node:path';
import { programOf } from '../../config/suite-program.ts';
import { WorkspaceError } from '../../sources/workspace-error.ts';
import { isWithin } from '../../processes/is-within.ts';
import { locateProgram } from '../../processes/locate-program.ts';
import type { TestRun } from '../../testing/test-run.ts';
import type { RunSite } from '../run-site.ts';

/** @throws {WorkspaceError} when the test run could not be started for want of a program outside of the workspace */
export const refuseMissingRunner = async (
  { config: { folder, tests } }: Pick<RunSite, 'config'>,
  { ended }: Pick<TestRun, 'ended'>,
): Promise<void> => {
  if (ended !== 'missing') return;
  for (const suite of tests.suites) {
    const program = programOf(suite);
    const isOurs = program.includes('/') && (!isAbsolute(program) || isWithin(folder, program));
    if (isOurs || (await locateProgram(program, folder)) !== null) continue;
    throw new WorkspaceError(
      `Cannot run the tests: the test command's program is gone since the run began (${program}). Install it again; dualgate resume goes on.`,
      program,
    );
  }
};
