/** The evidence of an iteration: one record of everything that was measured and signalled. */
import type { CompiledGate } from '../../gates/compile-gates.ts';
import type { IterationRecord, Signal, WaitingCriteria } from '../../gates/iteration.ts';
import { hopeFor } from '../../gates/not-started.ts';
import { leftOut } from '../evidence/baseline.ts';
import { freezeTests, judgeEdits } from './tests/judge-edits.ts';
import { existingTests } from '../evidence/measures/test-metrics.ts';
import type { Measured as MeasureAnswer, Question } from '../evidence/measures/measure.ts';
import { measuresOf } from '../evidence/measures/measures.ts';
import { hasFailed, hasMoved, nameWork } from '../records/fold/progress.ts';
import { reopenedIn, type WriteDetection } from '../records/fold/reopened-tests.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import type { Fingerprint } from '../project/sources/fingerprint.ts';
import { testId } from '../runners/is-green.ts';
import { lastOf, type Measured, type Tested } from './iteration.ts';
import { knownOf, createCheckRunner } from './run-checks.ts';
import { lookAtSources, gateOf, type RunContext } from './run-context.ts';
import { describeEmptyEnd, findFalseClaims, fingerprintFailing, listFailing } from './record-parts.ts';
import { isShown } from './tests/blame-runner.ts';
import { detectWrites, findingsOfWrites } from './tests/detect-writes.ts';
import { frozenReader } from './turn/kept-exit.ts';
import { readExitSignal } from './turn/read-exit-signal.ts';
import { continueRow } from '../../gates/deadlocks.ts';
import { measureApproach } from '../../gates/confidence.ts';

/** Without the checks that run only where both gates agree. The last fingerprint of the sources comes after all other steps (rule 2.4). */
export const measureTested = async (
  context: RunContext,
  tested: Tested,
  consecutive_green_runs: number,
  abort: AbortSignal,
): Promise<Measured> => {
  const { config } = context;
  const { phase, iteration, turn } = tested;
  const gate = gateOf(context.gates, phase);
  const tests = lastOf(tested.runs);
  const edits = await judgeEdits(context, tested, abort);
  const { state, reopened, declared } = edits;
  const signal = await readExitSignal({ ...context, journal: { state: () => state } }, tested);

  const look = () => lookAtSources(config, state);
  const base = state.branch?.tip ?? null;
  const question: Omit<Question, 'known' | 'found'> = {
    config,
    gate,
    iteration,
    turn,
    signal,
    said: tested,
    testRuns: tested.runs,
    tests,
    consecutive_green_runs,
    before: tested.before,
    afterTurn: tested.after,
    frozenStamps: tested.frozenStamps,
    run: { ...(await knownOf(config, state)), readFrozen: frozenReader(config, state, phase) },
    base,
    runCheck: createCheckRunner(context, { phase, iteration }, { look, base, signal: abort }),
    abort,
  };
  const measures = measuresOf(config);
  const afterTests = await measureEach(
    measures.flatMap((each) => (each.after === 'tests' ? [(soFar) => each.measure({ ...question, ...soFar })] : [])),
    { metrics: {}, ...edits.answer },
  );
  const frozen = await freezeTests(config, gate, {
    run: tests.run,
    files: tests.after.files,
    frozen: state.frozen,
    anew: edits.anew,
  });
  const last = await look();
  const measured = await measureEach(
    measures.flatMap((each) =>
      each.after === 'last_look' ? [(soFar) => each.measure({ ...question, ...soFar, last })] : [],
    ),
    afterTests,
  );
  const { moved, gone = [] } = measured.found;
  const write_detection = moved?.length === 0 ? null : await detectWrites(context, tested, tests, abort);
  const names = reopenedIn(state.reopened, phase);
  return {
    record: makeRecord(context, tested, { gate, state, signal, measured, last, write_detection }),
    exit:
      tests.part !== undefined
        ? null
        : {
            frozen,
            tests: tests.run.tests.filter(isShown).map(testId),
            failing: tests.run.tests.filter((test) => test.state === 'failed').map(testId),
            tree: last.tree,
            ...(names.length === 0 ? {} : { reopened: names }),
            ...(edits.changed.length === 0 ? {} : { changed: edits.changed }),
          },
    last,
    gone,
    write_detection,
    ...(reopened === undefined ? {} : { reopened }),
    ...(declared.length === 0 ? {} : { declared }),
  };
};

interface Seen {
  readonly gate: CompiledGate;
  readonly state: WorkState;
  readonly signal: Signal;
  readonly measured: Required<MeasureAnswer>;
  readonly last: Fingerprint;
  readonly write_detection: WriteDetection | null;
}

/** Deadlock counts (rule 4.5) since the last decision; distances are measured only where a row begins or continues. */
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

const nameWaiting = ({ without_test, without_passing }: WaitingCriteria): Pick<IterationRecord, 'criteria'> =>
  without_test.length + without_passing.length === 0 ? {} : { criteria: { without_test, without_passing } };

const makeRecord = (
  { run: id, config, now }: Pick<RunContext, 'run' | 'config' | 'now'>,
  tested: Tested,
  { gate, state, signal, measured: { metrics, findings, found }, last, write_detection }: Seen,
): IterationRecord => {
  const { phase, iteration, attempt, startedAt, turn } = tested;
  const { run, part } = lastOf(tested.runs);
  const ignored = leftOut(state.baseline);
  const ofPart = part === undefined ? {} : { measured: part };
  const tree = { before: tested.before.tree, after: last.tree, head: last.head };
  const notStarted = tested.notStarted === undefined ? {} : { not_started: tested.notStarted };
  // Fewer runs, for want of a signal, are no other state of the work.
  const work = nameWork(
    hopeFor({ metrics, ...notStarted }) ?? metrics,
    (name) => gate.metrics[name]?.progress === true,
  );
  const progress = hasMoved(state.seen, state.phaseTree, { tree, metrics, work, ...ofPart });
  const old = gate.phase.tests === 'must_fail' ? existingTests(state, 'must_fail') : null;
  const record: IterationRecord = {
    run: id,
    phase,
    iteration,
    attempt,
    started_at: startedAt,
    ended_at: now().toISOString(),
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
  return Object.freeze({ ...record, ...deadlocksBefore(state, gate, record) });
};

/** One after the other: each measure knows the results of those before it. */
const measureEach = async (
  measures: readonly ((known: Pick<Question, 'known' | 'found'>) => Promise<MeasureAnswer> | MeasureAnswer)[],
  before: Required<MeasureAnswer>,
): Promise<Required<MeasureAnswer>> => {
  const metrics = { ...before.metrics };
  const findings = [...before.findings];
  const found = { ...before.found };
  for (const measure of measures) {
    const measured = await measure({ known: metrics, found });
    Object.assign(metrics, measured.metrics);
    findings.push(...(measured.findings ?? []));
    Object.assign(found, measured.found);
  }
  return { metrics, findings, found };
};
