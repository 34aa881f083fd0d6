/**
 * The suite in a copy of the workspace, mostly on other sources, that is removed afterwards.
 *
 * @module
 */
import { leadEnvironment, leadSuite } from '../../mutation-check/lead-here.ts';
import { makeScratchCopy } from '../../mutation-check/scratch-copy.ts';
import { type PlacedSuite, runSuites } from '../../testing/run-suites.ts';
import type { SuitePurpose } from '../../records/suite-runs.ts';
import type { TestRun } from '../../testing/test-run.ts';
import { findRepository } from '../find-repository.ts';
import type { RunContext } from '../run-context.ts';
import { sandboxOf } from '../sandbox-of.ts';

interface CopyQuestion {
  readonly purpose: SuitePurpose;
  /** Sources of the workspace, relative to it, that are copied. @default none */
  readonly files?: readonly string[];
  /** Writes other sources there, and returns whether all of them are there. @default nothing */
  readonly fill?: (workspace: string) => Promise<boolean>;
  /** After the run, before the copy is removed. @default nothing */
  readonly look?: (workspace: string) => Promise<void>;
  /** @default all suites of the run, whole */
  readonly suites?: readonly PlacedSuite[];
}

/** @returns `null` without a whole copy */
export const runInCopy = async (
  context: RunContext,
  {
    purpose,
    files = [],
    fill = () => Promise.resolve(true),
    look = () => Promise.resolve(),
    suites = context.suites,
  }: CopyQuestion,
  signal: AbortSignal,
): Promise<TestRun | null> => {
  const { config } = context;
  const root = (await findRepository(config.folder)).root ?? config.folder;
  const copy = await makeScratchCopy({ workspace: config.folder, root, files });
  try {
    if (copy.missing.length > 0 || !(await fill(copy.workspace))) return null;
    const run = await runSuites(
      suites.map((suite) => leadSuite(suite, config.folder, copy)),
      {
        isList: context.suites.length > 1,
        workspace: copy.workspace,
        reportFolder: copy.reports,
        env: { ...(await leadEnvironment(process.env, config.folder, copy)), DUALGATE_RUN: context.run },
        launcherOf: (suite) => sandboxOf('tests', { ...context, suite, reports: copy.reports, copy }),
        signal,
      },
    );
    context.suiteRuns?.add(purpose, { ms: run.ms, isPart: suites !== context.suites });
    signal.throwIfAborted();
    await look(copy.workspace);
    return run;
  } finally {
    await copy.remove();
  }
};
