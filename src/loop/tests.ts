/** One run of the suite in an iteration, between two fingerprints; its stream goes to the green-run counter. */
import { isAbsolute } from 'node:path';
import type { ActorRefFrom } from 'xstate';
import type { FailingTest } from '../../gates/iteration.ts';
import { leftOut } from '../evidence/baseline.ts';
import { testId, countTests, isGreen } from '../runners/is-green.ts';
import type { PlacedSuite } from '../runners/run-suites.ts';
import {
  type TestRun,
  type SuiteCounts,
  type SuiteRun,
  type TestCounts,
  findEndWithoutTest,
} from '../runners/test-run.ts';
import { listFailing } from './record-parts.ts';
import { gateOf, type RunContext, lookAtSources } from './run-context.ts';
import {
  newTests,
  selectTests,
  findNothingToRun,
  findNotStarted,
  type Measuring,
  measureSuite,
} from './tests/measure-suite.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import type { greenRunsActor } from '../../machines/index.ts';
import { findMoved } from '../project/sources/fingerprint.ts';
import { stampFrozen } from '../evidence/integrity/freeze.ts';
import { addHiddenSuite, blameTurn } from './tests/blame-runner.ts';
import type { MeasuredRun } from '../evidence/measures/measure.ts';
import type { EndedWithoutTest, Tested, Turned } from './iteration.ts';
import { withoutOutput } from '../runners/empty-run.ts';
import { programOf } from '../project/config/config.ts';
import { WorkspaceError } from '../project/sources/workspace-error.ts';
import { isWithin } from '../base/files/folders.ts';
import { locateProgram } from '../base/processes/locate-program.ts';

// Fast first: the tests that are new since the run began run before the whole suite, and if one of them fails, the
// whole suite need not run. They can only hold a phase; only the whole suite can satisfy a gate.

/** A faster suite gains nothing. */
const SLOW_MS = 10_000;

interface CriteriaTests {
  /** The suites whose runner can run single files, set to do so. */
  readonly suites: readonly PlacedSuite[];
  readonly ids: ReadonlySet<string>;
}

/**
 * The tests to run first; `null`: tests must fail there, none is new, no runner can run single files, or the suite is
 * fast and the config does not ask for it. @param sources - paths: a missing file is not run
 */
const chooseCriteriaTests = (
  context: RunContext,
  phase: string,
  sources: ReadonlyMap<string, string>,
): CriteriaTests | null => {
  const { config, gates, journal, onlyWhole = false } = context;
  const state = journal.state();
  const isWanted = config.tests.fast_first ?? state.suiteMs > SLOW_MS;
  if (onlyWhole || !isWanted || gateOf(gates, phase).phase.tests === 'must_fail') return null;
  const ids = new Set(newTests(state, state.tests));
  const suites = selectTests(context, ids, sources);
  return suites.length === 0 ? null : { suites, ids };
};

/**
 * Fresh, complete, and a new test failed: else the whole suite runs, also after the same result twice in a row, since a
 * test may fail only because it runs without the others.
 */
const isAnswer = (
  run: TestRun,
  { ids }: CriteriaTests,
  { held, baseline }: Pick<WorkState, 'held' | 'baseline'>,
): boolean =>
  !(held?.record.measured === 'criteria' && isSame(held.record.failing, listFailing(run, leftOut(baseline)))) &&
  run.ended === 'exited' &&
  run.report_fresh &&
  run.report_complete &&
  run.tests.some((test) => test.state === 'failed' && ids.has(testId(test)));

const isSame = (one: readonly FailingTest[], other: readonly FailingTest[]): boolean =>
  one.map(testId).sort().join('\n') === other.map(testId).sort().join('\n');

/** Runs the suite once more; a run on a tree that changed is not green (rule 2.4). */
export const runSuite = async (
  context: RunContext,
  turned: Turned | Tested,
  greenRuns: ActorRefFrom<typeof greenRunsActor>,
  signal: AbortSignal,
): Promise<Tested> => {
  const { config, journal } = context;
  const { phase, iteration } = turned;
  const tested = 'runs' in turned ? turned : null;
  const earlier: readonly MeasuredRun[] = tested?.runs ?? [];
  const before = earlier.at(-1)?.after ?? turned.after;
  const frozenStamps =
    tested?.frozenStamps ??
    (await stampFrozen(config.folder, journal.state().frozen, (path) => before.files.has(path)));
  const nothing = tested === null ? await findNothingToRun(context, turned, signal) : null;
  if (nothing !== null)
    return { ...turned, frozenStamps, runs: [nothing.run], notStarted: nothing.notStarted, is_held: true };
  const ignored = leftOut(journal.state().baseline);
  const at = { phase, iteration };
  const held = tested === null ? await askCriteria(context, { signal, at, ignored }, before.files) : null;
  const part = held === null ? {} : ({ part: 'criteria' } as const);
  const measure = () =>
    measureSuite(context, {
      signal,
      at,
      ignored,
      onCounts: (counts) => greenRuns.send({ type: 'TEST_COUNTED', ...counts }),
    });
  let shown = held ?? (await measure());
  let { withoutTest } = tested ?? {};
  const empty = findEndWithoutTest(shown);
  if (empty !== null && withoutTest === undefined) {
    signal.throwIfAborted();
    await refuseMissingRunner(context, shown);
    shown = await measure();
    const again = findEndWithoutTest(shown);
    withoutTest = describeEnd(again ?? empty);
    if (again !== null) {
      const blame = await blameTurn(context, { run: shown, since: Date.parse(turned.startedAt), signal });
      withoutTest = { ...withoutTest, blame };
    }
  }
  const run = isGreen(shown, ignored) ? await addHiddenSuite(context, phase, shown, signal) : shown;
  signal.throwIfAborted();
  await refuseMissingRunner(context, run);
  const after = await lookAtSources(config, journal.state());
  const runs = [...earlier, { run, before, after, ...part }] as const;

  const green = held === null && findMoved(before, after).length === 0 && isGreen(run, ignored);
  greenRuns.send({ type: 'TEST_RUN_ENDED', green, tree: after.tree });
  const { exit_code, ms, problems } = run;
  const old = new Set(journal.state().baseline.passing);
  const existing = countTests({ tests: run.tests.filter((test) => old.has(testId(test))) }, ignored);
  const counts = countsOf(countTests(run, ignored));
  const suites = run.suites === undefined ? {} : { suites: run.suites.map((suite) => countSuite(suite, ignored)) };
  const test_run = runs.length;
  journal.write('tests.ended', {
    phase,
    iteration,
    test_run,
    green,
    exit_code,
    ms,
    tree: after.tree,
    counts,
    ...(old.size === 0 ? {} : { existing: countsOf(existing) }),
    problems,
    ...suites,
    ...(run.build === undefined ? {} : { build: run.build }),
    ...part,
  });
  const notStarted = await findNotStarted(context, greenRuns.getSnapshot().context, turned);
  return {
    ...turned,
    frozenStamps,
    runs,
    ...(withoutTest === undefined ? {} : { withoutTest }),
    ...(notStarted === null ? {} : { notStarted, is_held: true }),
    // The surroundings are to blame.
    is_discarded: withoutTest?.blame === null,
  };
};

/** The first problem names the signal, the last one the exit code. */
const describeEnd = ({ exit_code: code, problems, last_output: lines = [] }: TestRun): EndedWithoutTest => ({
  why: withoutOutput((code === null ? problems[0] : problems.at(-1)) ?? 'the test runner ended without running a test'),
  lines,
});

const askCriteria = async (
  context: RunContext,
  measuring: Measuring & { readonly at: { readonly phase: string } },
  sources: ReadonlyMap<string, string>,
): Promise<TestRun | null> => {
  const chosen = chooseCriteriaTests(context, measuring.at.phase, sources);
  if (chosen === null) return null;
  const run = await measureSuite(context, { ...measuring, suites: chosen.suites });
  measuring.signal.throwIfAborted();
  return isAnswer(run, chosen, context.journal.state()) ? run : null;
};

const countSuite = (run: SuiteRun, ignored: ReadonlySet<string>): SuiteCounts => ({
  suite: run.suite,
  exit_code: run.exit_code,
  ms: run.ms,
  ...countsOf(countTests(run, ignored)),
});

const countsOf = ({ suite_passing, suite_failing, suite_skipped }: TestCounts): TestCounts => ({
  suite_passing,
  suite_failing,
  suite_skipped,
});

/** @throws {WorkspaceError} when the test run could not start because a program outside the workspace is missing */
const refuseMissingRunner = async (
  { config: { folder, tests } }: Pick<RunContext, 'config'>,
  { ended }: Pick<TestRun, 'ended'>,
): Promise<void> => {
  if (ended !== 'missing') return;
  for (const suite of tests.suites) {
    const program = programOf(suite);
    const isOurs = program.includes('/') && (!isAbsolute(program) || isWithin(folder, program));
    if (isOurs || (await locateProgram(program, folder)) !== null) continue;
    throw new WorkspaceError(
      `Cannot run the tests: the program of the test command no longer exists (${program}). Install it again, then run dualgate resume.`,
      program,
    );
  }
};
