/**
 * The held-out suite: tests that the agent never sees, so that it cannot write code for their inputs. It runs after the
 * others, where tests must pass, and nothing of it is written down but how many of its tests passed: names and
 * messages would be in the next prompt, in the ledger and in the transcripts.
 *
 * @module
 */
import { rm } from 'node:fs/promises';
import { testId } from '../../testing/is-green.ts';
import { runTests } from '../../testing/run-tests.ts';
import type { TestCase, TestRun } from '../../testing/test-run.ts';
import { gateOf, type RunSite } from '../run-site.ts';
import { sandboxOf } from '../sandbox-of.ts';
import { makeTemporaryFolder } from '../../temporary/temporary-folder.ts';

/** Stands where others have the name of a file. */
const HELD_OUT = '(held out)';
const MESSAGE = 'nothing is told of a test that is held out; read the criteria again';

/** Whether a test is one that the agent may know. */
export const isShown = ({ file }: TestCase): boolean => file !== HELD_OUT;

/** The run with the tests of the held-out suite, nameless; the same run where there is none, or tests must fail. */
export const addHeldOut = async (
  site: RunSite,
  phase: string,
  shown: TestRun,
  signal: AbortSignal,
): Promise<TestRun> => {
  if (site.heldOut === null || gateOf(site.gates, phase).phase.tests === 'must_fail') return shown;
  const reportFolder = await makeTemporaryFolder('hidden');
  try {
    const hidden = await runTests(site.heldOut, {
      launcher: await sandboxOf('held_out', { ...site, reports: reportFolder }),
      workspace: site.config.folder,
      reportFolder,
      env: { DUALGATE_RUN: site.run },
      signal,
    });
    return joinRuns(shown, hidden);
  } finally {
    await rm(reportFolder, { recursive: true, force: true });
  }
};

/** What is worse counts. */
const joinRuns = (shown: TestRun, hidden: TestRun): TestRun => ({
  ...shown,
  ms: shown.ms + hidden.ms,
  ended: shown.ended === 'exited' ? hidden.ended : shown.ended,
  exit_code: shown.exit_code === 0 ? hidden.exit_code : shown.exit_code,
  report_fresh: shown.report_fresh && hidden.report_fresh,
  // Of a suite that holds nothing out nobody can say that it was passed.
  report_complete: shown.report_complete && hidden.report_complete && hasTests(hidden),
  tests: [...shown.tests, ...nameless(hidden.tests)],
  load_failures: [...shown.load_failures, ...hidden.load_failures.map(() => ({ file: HELD_OUT, message: MESSAGE }))],
  unhandled_errors: [...shown.unhandled_errors, ...hidden.unhandled_errors.map(() => `${HELD_OUT}: ${MESSAGE}`)],
  problems: [...shown.problems, ...describeProblems(hidden)],
});

/** Numbered by their names, so that a test has one number in every run. */
const nameless = (tests: readonly TestCase[]): readonly TestCase[] =>
  [...tests]
    .sort((one, other) => (testId(one) < testId(other) ? -1 : 1))
    .map(({ state }, i) => ({
      file: HELD_OUT,
      name: `test ${i + 1}`,
      state,
      ...(state === 'failed' ? { message: MESSAGE } : {}),
    }));

const hasTests = ({ tests, load_failures: failures }: TestRun): boolean => tests.length + failures.length > 0;

const describeProblems = (hidden: TestRun): readonly string[] => {
  if (hidden.problems.length > 0 || !hidden.report_complete)
    return ['the held-out suite left no complete report: run its command by hand to see why'];
  return hasTests(hidden) ? [] : ['the held-out suite has no tests'];
};
