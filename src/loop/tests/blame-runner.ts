/**
 * Whose fault it is that the runner ends without running a test: the suite runs in a copy of the sources from before
 * the turn, and from before the first. If it ends so there too, the surroundings are broken, and the turn is discarded.
 * Else, and in doubt, the phase is held: an abort in the code would buy free turns.
 */
import { rm, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { testId } from '../../runners/is-green.ts';
import { runTests } from '../../runners/run-tests.ts';
import { type TestCase, type TestRun, findEndWithoutTest } from '../../runners/test-run.ts';
import { gateOf, type RunContext } from '../run-context.ts';
import { sandboxOf } from '../sandbox-of.ts';
import { makeTemporaryFolder } from '../../base/temporary-folder.ts';
import { findBroken } from '../../evidence/integrity/freeze.ts';
import { isCache, listIgnored } from '../../project/checkout/checkout.ts';
import type { Fingerprint } from '../../project/sources/fingerprint.ts';
import { runInCopy } from './run-in-copy.ts';

// The hidden suite: the agent never sees it, and cannot write code for its inputs. It runs last, where tests must pass.
// Only the number that passed is recorded: names and messages would reach the next prompt, ledger, transcripts.

/** Replaces the name of a file. */
const HIDDEN_FILE = '(hidden)';
const MESSAGE = 'dualgate shows nothing about a hidden test; read the criteria again';

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

interface BlameQuestion {
  readonly run: TestRun;
  /** Milliseconds since the epoch: the start of the turn. */
  readonly since: number;
  readonly signal: AbortSignal;
}

/** Why the turn is to blame; `null`: the surroundings are. */
export const blameTurn = async (context: RunContext, { run, since, signal }: BlameQuestion): Promise<string | null> => {
  const { config, journal, kept } = context;
  const states = kept.states();
  if (states === null) return 'the sources from before the turn were not kept';
  if ((await findBroken(config.folder, journal.state().frozen)).length > 0) return 'a frozen file was changed';
  const written = await findWritten(config.folder, since);
  if (written !== null) return `${written}, which git ignores, was written during the turn`;
  const end = findEndWithoutTest(run);
  for (const [files, which] of [
    [states.before, 'the sources from before the turn'],
    [states.first, 'the sources from before the first turn'],
  ] as const) {
    if (which !== 'the sources from before the turn' && files === states.before) continue;
    const there = await runOn(context, files, signal);
    if (there === null) return `${which} could not be copied`;
    if (there.exit_code !== end?.exit_code || there.ended !== end.ended) return `it does not end so with ${which}`;
  }
  return null;
};

/** How the runner ends with these sources, in a copy; `null` without a whole copy. */
const runOn = async (
  context: RunContext,
  files: Fingerprint['files'],
  signal: AbortSignal,
): Promise<Pick<TestRun, 'exit_code' | 'ended'> | null> => {
  const run = await runInCopy(
    context,
    { purpose: 'blame', fill: (workspace) => context.kept.restore(files, workspace) },
    signal,
  );
  return run === null ? null : (findEndWithoutTest(run) ?? { exit_code: 0, ended: 'exited' });
};

/** A file that git ignores is no source, but may be what ends the runner. Caches are made by any test run. */
const findWritten = async (workspace: string, since: number): Promise<string | null> => {
  for (const name of await listIgnored(workspace)) {
    const found = await findWrittenIn(workspace, name, since);
    if (found !== null) return found;
  }
  return null;
};

/** Runners keep files there from run to run. */
const CACHE_OF_PACKAGES = /(?:^|\/)node_modules\/\.(?!bin|pnpm|store)[^/]*$/;

const findWrittenIn = async (workspace: string, path: string, since: number): Promise<string | null> => {
  if (isCache(path) || path.startsWith('.dualgate/') || CACHE_OF_PACKAGES.test(path)) return null;
  const found = await lstat(join(workspace, path)).catch(() => null);
  if (found === null) return null;
  if (found.ctimeMs >= since) return path;
  if (!found.isDirectory()) return null;
  for (const name of await readdir(join(workspace, path)).catch(() => [])) {
    const inside = await findWrittenIn(workspace, `${path}/${name}`, since);
    if (inside !== null) return inside;
  }
  return null;
};
