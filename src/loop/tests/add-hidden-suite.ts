/**
 * The hidden suite: tests that the agent never sees, so that it cannot write code for their inputs. It runs after the
 * others, where tests must pass. Only the number of its tests that passed is recorded: names and messages would reach
 * the next prompt, the ledger and the transcripts.
 *
 * @module
 */
import { rm } from 'node:fs/promises';
import { testId } from '../../testing/is-green.ts';
import { runTests } from '../../testing/run-tests.ts';
import type { TestCase, TestRun } from '../../testing/test-run.ts';
import { gateOf, type RunContext } from '../run-context.ts';
import { sandboxOf } from '../sandbox-of.ts';
import { makeTemporaryFolder } from '../../temporary/temporary-folder.ts';

/** Replaces the name of a file. */
const HIDDEN_FILE = '(hidden)';
const MESSAGE = 'dualgate shows nothing about a hidden test; read the criteria again';

/** Whether the agent may know a test. */
export const isShown = ({ file }: TestCase): boolean => file !== HIDDEN_FILE;

/** The run with the tests of the hidden suite, nameless; the same run without such a suite, or where tests must fail. */
export const addHiddenSuite = async (
  context: RunContext,
  phase: string,
  shown: TestRun,
  signal: AbortSignal,
): Promise<TestRun> => {
  if (context.hiddenSuite === null || gateOf(context.gates, phase).phase.tests === 'must_fail') return shown;
  const reportFolder = await makeTemporaryFolder('hidden');
  try {
    const hidden = await runTests(context.hiddenSuite, {
      launcher: await sandboxOf('hidden', { ...context, reports: reportFolder }),
      workspace: context.config.folder,
      reportFolder,
      env: { DUALGATE_RUN: context.run },
      signal,
    });
    context.suiteRuns?.add('hidden_suite', { ms: hidden.ms, isPart: false });
    return joinRuns(shown, hidden);
  } finally {
    await rm(reportFolder, { recursive: true, force: true });
  }
};

/** The worse result counts. */
const joinRuns = (shown: TestRun, hidden: TestRun): TestRun => ({
  ...shown,
  ms: shown.ms + hidden.ms,
  ended: shown.ended === 'exited' ? hidden.ended : shown.ended,
  exit_code: shown.exit_code === 0 ? hidden.exit_code : shown.exit_code,
  report_fresh: shown.report_fresh && hidden.report_fresh,
  // A hidden suite without tests cannot pass.
  report_complete: shown.report_complete && hidden.report_complete && hasTests(hidden),
  tests: [...shown.tests, ...nameless(hidden.tests)],
  load_failures: [...shown.load_failures, ...hidden.load_failures.map(() => ({ file: HIDDEN_FILE, message: MESSAGE }))],
  unhandled_errors: [...shown.unhandled_errors, ...hidden.unhandled_errors.map(() => `${HIDDEN_FILE}: ${MESSAGE}`)],
  problems: [...shown.problems, ...describeProblems(hidden)],
});

/** Numbered by their names, so that a test has the same number in every run. */
const nameless = (tests: readonly TestCase[]): readonly TestCase[] =>
  [...tests]
    .sort((one, other) => (testId(one) < testId(other) ? -1 : 1))
    .map(({ state }, i) => ({
      file: HIDDEN_FILE,
      name: `test ${i + 1}`,
      state,
      ...(state === 'failed' ? { message: MESSAGE } : {}),
    }));

const hasTests = ({ tests, load_failures: failures }: TestRun): boolean => tests.length + failures.length > 0;

const describeProblems = (hidden: TestRun): readonly string[] => {
  if (hidden.problems.length > 0 || !hidden.report_complete)
    return ['the hidden suite wrote no complete report: run its command by hand to see why'];
  return hasTests(hidden) ? [] : ['the hidden suite has no tests'];
};
