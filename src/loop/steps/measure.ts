/**
 * Puts everything that was measured and signalled in one iteration into one record: the only input of the gates.
 *
 * @module
 */
import type { CheckResult, Finding, IterationRecord, WaitingCriteria } from '../../../gates/iteration.ts';
import { finding } from '../../findings/findings.ts';
import { leftOut } from '../../evidence/baseline.ts';
import { UNTESTED } from '../../testing/why-no-test/tested-versions.ts';
import { existingTests } from '../../measures/existing-tests.ts';
import { joinFound, measureEach } from '../measure-each.ts';
import type { Question } from '../../measures/measure.ts';
import { measuresOf } from '../../measures/measures.ts';
import { hasFailed, hasMoved, nameWork, shortHash } from '../../records/fold/progress.ts';
import { foldChanged } from '../../records/fold/exit-phase.ts';
import { freezeEdit, reopenedIn } from '../../records/fold/reopened-tests.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import type { PhaseExit } from '../../records/phase-exit.ts';
import { testId } from '../../testing/is-green.ts';
import { findFalseClaims } from '../find-false-claims.ts';
import { freezeTests } from '../freeze-tests.ts';
import { knownOf } from '../known-of-run.ts';
import { listFailing } from '../list-failing.ts';
import { lookAtSources } from '../look-at-sources.ts';
import { createCheckRunner } from '../run-checks.ts';
import { type Started, lastOf, type Measured, type Tested, type TurnTaken } from '../iteration.ts';
import { gateOf, type RunContext } from '../run-context.ts';
import { isShown } from '../tests/add-hidden-suite.ts';
import { judgeChanged } from '../tests/judge-changed.ts';
import { judgeExtended } from '../tests/judge-extended.ts';
import { describeJudged, judgeReopened } from '../tests/judge-reopened.ts';
import { detectWrites, findingsOfWrites } from '../tests/detect-writes.ts';
import { frozenReader } from '../turn/kept-exit.ts';
import { readExitSignal } from '../turn/read-exit-signal.ts';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import { continueRow } from '../../../gates/deadlocks.ts';
import { hopeFor } from '../../../gates/not-started.ts';
import { measureApproach } from '../../../gates/measure-approach.ts';
import type { TestRun } from '../../testing/test-run.ts';

export interface EvidenceQuestion {
  readonly started: Started;
  readonly turned: TurnTaken;
  readonly tested: Tested;
  readonly consecutive_green_runs: number;
}

/** The last fingerprint of the sources comes after all other steps (rule 2.4). */
export const measureIteration = async (
  context: RunContext,
  { started, turned, tested, consecutive_green_runs }: EvidenceQuestion,
  abort: AbortSignal = new AbortController().signal,
): Promise<Measured> => {
  const { config, journal } = context;
  const { phase, iteration, attempt } = started.prepared;
  const { turn } = turned;
  const judged = await judgeReopened(context, phase, abort);
  const edit = judged !== null && 'frozen' in judged ? judged : undefined;
  const extended = await judgeExtended(context, phase, abort);
  const { run, part } = lastOf(tested.runs);
  const lines = turned.received?.declared ?? [];
  const changes = part === undefined ? await judgeChanged(context, { phase, run, lines }, abort) : null;
  const changed = changes?.changed ?? [];
  const known = foldChanged(freezeEdit(journal.state(), edit), changed);
  const failing = [...known.failing, ...changed.map(({ test }) => test)];
  const state = { ...known, failing, frozen: { ...known.frozen, ...extended.frozen } };
  const gate = gateOf(context.gates, phase);
  const tests = lastOf(tested.runs);

  const signal = await readExitSignal({
    started,
    said: turned,
    gate,
    existingTests: state.baseline.passing.length,
    signals: config.signals,
  });
  const look = () => lookAtSources(config, state);
  const base = state.branch?.tip ?? null;
  const question: Omit<Question, 'known' | 'found'> = {
    config,
    gate,
    iteration,
    turn,
    signal,
    said: turned,
    testRuns: tested.runs,
    tests,
    consecutive_green_runs,
    before: started.before,
    afterTurn: turned.after,
    frozenStamps: tested.frozenStamps,
    run: {
      ...(await knownOf(config, state)),
      readFrozen: frozenReader(config, state, phase),
    },
    base,
    runCheck: createCheckRunner(context, { phase, iteration }, { look, base, signal: abort }),
    abort,
  };
  const measures = measuresOf(config);
  const afterTests = await measureEach(
    measures.flatMap((each) => (each.after === 'tests' ? [(soFar) => each.measure({ ...question, ...soFar })] : [])),
    joinFound(
      { findings: extended.findings, found: { refused: extended.refused } },
      changes ?? {},
      describeJudged(judged),
    ),
  );
  const { frozen: anew } = extended;
  const frozen = await freezeTests(config, gate, { run, files: tests.after.files, frozen: state.frozen, anew });
  const last = await look();
  const { metrics, findings, found } = await measureEach(
    measures.flatMap((each) =>
      each.after === 'last_look' ? [(soFar) => each.measure({ ...question, ...soFar, last })] : [],
    ),
    afterTests,
  );
  const [ignored, reopened] = [leftOut(state.baseline), reopenedIn(state.reopened, phase)];
  const exit: PhaseExit | null =
    part !== undefined
      ? null
      : {
          frozen,
          tests: run.tests.filter(isShown).map(testId),
          failing: run.tests.filter((test) => test.state === 'failed').map(testId),
          tree: last.tree,
          ...(reopened.length === 0 ? {} : { reopened }),
          ...(changed.length === 0 ? {} : { changed }),
        };
  const write_detection =
    found.moved?.length === 0 ? null : await detectWrites(context, { started, turned, first: tests }, abort);

  const ofPart = part === undefined ? {} : { measured: part };
  const tree = { before: started.before.tree, after: last.tree, head: last.head };
  const notStarted = tested.notStarted === undefined ? {} : { not_started: tested.notStarted };
  // Fewer runs, for want of a signal, are no other state of the work.
  const work = nameWork(
    hopeFor({ metrics, ...notStarted }) ?? metrics,
    (name) => gate.metrics[name]?.progress === true,
  );
  const progress = hasMoved(state.seen, state.phaseTree, { tree, metrics, work, ...ofPart });
  const old = gate.phase.tests === 'must_fail' ? existingTests(state, 'must_fail') : null;
  const record: IterationRecord = {
    run: context.run,
    phase,
    iteration,
    attempt,
    started_at: started.startedAt,
    ended_at: context.now().toISOString(),
    metrics: Object.freeze(metrics),
    ...ofPart,
    ...notStarted,
    signal,
    turn,
    tree,
    without_progress: progress ? 0 : state.breaker.no_progress + (hasFailed({ turn }, progress) ? 0 : 1),
    progress,
    work,
    // Where nothing ran, nobody knows.
    ...(part !== 'nothing' && { failing_fingerprint: fingerprintFailing(run, found.checks ?? [], ignored) }),
    iterations_used: state.iterationsUsed + 1,
    failing: listFailing(run, ignored, (id) => old?.has(id) === false),
    ...(found.checks === undefined ? {} : { checks: found.checks }),
    ...(found.indicators === undefined ? {} : { indicators: found.indicators }),
    ...(found.coverage === undefined ? {} : nameWaiting(found.coverage)),
    ...(found.guards === undefined || found.guards.guards.length === 0 ? {} : { guards: found.guards.guards }),
    ...(found.confidence === undefined ? {} : { confidence: found.confidence }),
    findings: [
      ...describeEmptyEnd(tested),
      ...findings,
      ...findingsOfWrites(config, state, write_detection),
      ...(part === undefined ? findFalseClaims(signal, metrics, run, ignored) : []),
    ],
  };
  return {
    record: Object.freeze({ ...record, ...deadlocksBefore(state, gate, record) }),
    exit,
    last,
    gone: found.gone ?? [],
    write_detection,
    ...(edit === undefined ? {} : { reopened: edit }),
    ...(lines.length === 0 ? {} : { declared: lines }),
  };
};

const describeEmptyEnd = ({ withoutTest, runs }: Tested): readonly Finding[] => {
  if (withoutTest === undefined) return [];
  const { why, lines, blame } = withoutTest;
  const untested = lastOf(runs).run.problems.find((problem) => UNTESTED.test(problem));
  if (untested !== undefined) return [finding('tests.untested_runner', { why: untested })];
  return typeof blame === 'string'
    ? [finding('tests.no_test_ran', { why, lines, blame })]
    : [finding('tests.ran_again', { why })];
};

/** For the record. */
const nameWaiting = ({ without_test, without_passing }: WaitingCriteria): Pick<IterationRecord, 'criteria'> =>
  without_test.length + without_passing.length === 0 ? {} : { criteria: { without_test, without_passing } };

/**
 * The deadlock counts of an iteration (rule 4.5).
 *
 * The fields of the record, continuing from the last decision; distances are measured only where a row begins or may
 * continue.
 */
const deadlocksBefore = (
  { deadlocks, held }: Pick<WorkState, 'deadlocks' | 'held'>,
  gate: CompiledGate,
  record: IterationRecord,
): Pick<IterationRecord, 'deadlocks' | 'nearest'> => {
  const isRow = record.signal.value === true || deadlocks.premature > 0;
  return continueRow(
    held === null ? null : { deadlocks, failing: failingIn(held.record), nearest: held.record.nearest },
    { failing: failingIn(record), nearest: isRow ? measureApproach(gate, record) : undefined },
  );
};

/** If no test ran, no failure stands in the way of the row. */
const failingIn = ({ measured, failing_fingerprint: failing }: IterationRecord): string | null | undefined =>
  measured === 'nothing' ? null : failing;

/**
 * Names the failures (rule 4.4), without messages, which their author could change each time. `null` when nothing fails.
 * @param leftOut - ids of tests that do not count
 */
export const fingerprintFailing = (
  { tests, load_failures, unhandled_errors }: Pick<TestRun, 'tests' | 'load_failures' | 'unhandled_errors'>,
  checks: readonly CheckResult[],
  leftOut: ReadonlySet<string>,
): string | null => {
  const ids = tests.filter(({ state }) => state === 'failed').map(testId);
  const failing = [
    ...ids.filter((id) => !leftOut.has(id)).map((id) => `test ${id}`),
    ...load_failures.map(({ file }) => `file ${file}`),
    ...(unhandled_errors.length === 0 ? [] : ['errors outside any test']),
    ...checks.filter(({ ok }) => ok === false).map(({ check }) => `check ${check}`),
  ];
  return failing.length === 0 ? null : shortHash(JSON.stringify([...new Set(failing)].sort()));
};
