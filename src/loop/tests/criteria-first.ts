/**
 * Fast first: the tests that are new since the run began run before the whole suite, and if one of them fails, the
 * whole suite need not run. They can only hold a phase; only the whole suite can satisfy a gate.
 *
 * @module
 */
import type { FailingTest } from '../../../gates/iteration.ts';
import { leftOut } from '../../evidence/baseline.ts';
import { testId } from '../../testing/is-green.ts';
import type { PlacedSuite } from '../../testing/run-suites.ts';
import type { TestRun } from '../../testing/test-run.ts';
import { listFailing } from '../record-parts.ts';
import { gateOf, type RunContext } from '../run-context.ts';
import { newTests, selectTests } from './measure-suite.ts';
import type { WorkState } from '../../records/fold/work-state.ts';

/** A faster suite gains nothing. */
const SLOW_MS = 10_000;

interface CriteriaTests {
  /** The suites whose runner can run single files, set to do so. */
  readonly suites: readonly PlacedSuite[];
  /** Ids of the new tests. */
  readonly ids: ReadonlySet<string>;
}

/**
 * The tests to run first in this phase; `null` for none: tests must fail there, no test is new, no runner can run
 * single files, or the suite is fast and the config does not ask for it.
 *
 * @param sources - paths: a missing file is not run
 */
export const chooseCriteriaTests = (
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
 * Whether the result is enough: the report is fresh and complete, and a new test failed. Otherwise the whole suite
 * runs. It also runs after the same result twice in a row, since a test may fail only because it runs without the
 * others.
 */
export const isAnswer = (
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
