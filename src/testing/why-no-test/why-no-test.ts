/**
 * Why a suite cannot be a baseline: the first cause of the list that recognises it. `doctor` and the start of a run ask here,
 * so that both name the same cause with the same advice.
 *
 * @module
 */
import { join } from 'node:path';
import type { PlacedSuite } from '../run-suites.ts';
import type { SuiteRun, TestRun } from '../test-run.ts';
import type { BrokenSuite, Cause } from './cause.ts';
import * as command from './command-causes.ts';
import { missingDependencies, missingPythonModule } from './language-causes.ts';
import { missingPackages, missingScript, unbuiltPackage } from './node-causes.ts';

interface Explanation {
  /** A clause without a full stop, with the exit code. */
  readonly says: string;
  /** One or two sentences. */
  readonly fix: string;
}

/** From the most specific to the one that is always true. */
export const CAUSES: readonly Cause[] = [
  command.literalGlob,
  command.replayedResult,
  command.timeLimit,
  command.tooMuchOutput,
  command.tooMuchMemory,
  unbuiltPackage,
  missingScript,
  missingPackages,
  missingPythonModule,
  ...missingDependencies,
  command.deniedCommand,
  command.missingCommand,
  command.missingRule,
  command.endedBySignal,
  command.unloadedFiles,
  command.outsideErrors,
  command.untestedRunner,
  command.crashedRunner,
  command.noReport,
];

/**
 * The cause of the first suite that is broken.
 *
 * @param isBroken - whether a part of the run cannot be a baseline
 */
export const explainBroken = (
  run: TestRun,
  suites: readonly PlacedSuite[],
  { workspace, isBroken }: { readonly workspace: string; readonly isBroken: (part: TestRun | SuiteRun) => boolean },
): Explanation | null => {
  const parts = run.suites ?? [run];
  const position = parts.findIndex(isBroken);
  const [part, suite] = [parts[position], suites[position]];
  if (part === undefined || suite === undefined) return null;
  const broken = describeBroken(part, suite, workspace);
  const which = suites.length > 1 ? `${suite.name}: ` : '';
  for (const { recognises, says, advice } of CAUSES) {
    const match = recognises(broken);
    if (match !== null) return { says: `${which}${says(match, broken)}${showExit(part)}`, fix: advice(match, broken) };
  }
  return null;
};

const describeBroken = (run: TestRun, { command: words, folder }: PlacedSuite, workspace: string): BrokenSuite => ({
  run,
  command: words,
  folder: join(workspace, folder),
  workspace,
  text: [
    ...run.load_failures.map(({ message }) => message),
    ...run.unhandled_errors,
    ...run.problems,
    ...(run.last_output ?? []),
  ].join('\n'),
});

const showExit = ({ exit_code: code }: TestRun): string => (code === null ? '' : ` (exit code ${code})`);
