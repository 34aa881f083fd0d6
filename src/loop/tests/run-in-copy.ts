/**
 * The whole suite on other sources than those of the workspace, in a copy that is removed afterwards.
 *
 * @module
 */
import { leadEnvironment, leadWords } from '../../mutation-check/lead-here.ts';
import { makeScratchCopy } from '../../mutation-check/scratch-copy.ts';
import { runSuites } from '../../testing/run-suites.ts';
import type { TestRun } from '../../testing/test-run.ts';
import { findRepository } from '../find-repository.ts';
import type { RunContext } from '../run-context.ts';
import { sandboxOf } from '../sandbox-of.ts';

/**
 * @param fill - writes the sources there, and returns whether all of them are there
 * @param look - after the run, before the copy is removed @default nothing
 * @returns `null` without a whole copy
 */
export const runInCopy = async (
  context: RunContext,
  fill: (workspace: string) => Promise<boolean>,
  signal: AbortSignal,
  look: (workspace: string) => Promise<void> = () => Promise.resolve(),
): Promise<TestRun | null> => {
  const { config, suites } = context;
  const root = (await findRepository(config.folder)).root ?? config.folder;
  const copy = await makeScratchCopy({ workspace: config.folder, root, files: [] });
  try {
    if (copy.missing.length > 0 || !(await fill(copy.workspace))) return null;
    const run = await runSuites(
      suites.map((suite) => ({ ...suite, command: leadWords(suite.command, config.folder, copy) })),
      {
        isList: suites.length > 1,
        workspace: copy.workspace,
        reportFolder: copy.reports,
        env: { ...(await leadEnvironment(process.env, config.folder, copy)), DUALGATE_RUN: context.run },
        launcherOf: (suite) => sandboxOf('tests', { ...context, suite, reports: copy.reports, copy }),
        signal,
      },
    );
    signal.throwIfAborted();
    await look(copy.workspace);
    return run;
  } finally {
    await copy.remove();
  }
};
