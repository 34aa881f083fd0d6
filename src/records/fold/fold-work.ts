/**
 * The reducer of a run's state: one record after the other, pure. A live run folds each record as it writes it, so
 * that a resumed run has the same state as the live one.
 *
 * @module
 */
import type { DiscardedOutcome } from '../discarded-outcome.ts';
import { countDeadlocks } from '../../../gates/deadlocks.ts';
import { turnBreaker } from '../../../machines/index.ts';
import { startBranch, foldCommit } from '../run-branch.ts';
import type { ChangedTest } from '../../evidence/changing/judge-change.ts';
import type { LedgerData, WorkRecord } from '../catalogue/records.ts';
import type { PhaseExit } from '../catalogue/decision.records.ts';
import { breakerEventOf } from './breaker-event-of.ts';
import { foldOpenEnds } from './fold-open-ends.ts';
import { foldOperatorCommand, withNewLimits } from './fold-operator-command.ts';
import { AT_START, foldRollback, NO_VOIDS, exitStateOf } from './fold-rollback.ts';
import { moveRun } from './move-run.ts';
import { withoutWait } from './open-approval.ts';
import { addThreshold, startPresetState } from './preset-state.ts';
import { remember } from './progress.ts';
import { closeOpen, freezeEdit } from './reopened-tests.ts';
import { foldSums } from './run-sums.ts';
import { spendTurn } from './spending.ts';
import { foldWriteDetection } from './suite-writes.ts';
import { sumUsage } from './sum-usage.ts';
import { type Decided, UNSTARTED, type WorkState } from './work-state.ts';

type FoldWork = (state: WorkState, record: WorkRecord) => WorkState;

/** @param turn - the breaker; a live run has an actor for it */
export const foldWorkWith =
  (turn: typeof turnBreaker): FoldWork =>
  (state, record) => {
    const sums = foldSums(state.sums, record);
    const next = { ...foldRecord(state, record), sums, openEnds: foldOpenEnds(state, record) };
    const event = breakerEventOf(record);
    return event === null ? next : { ...next, breaker: turn(state.breaker, event) };
  };

/** The next state of the work; pure. */
export const foldWork: FoldWork = foldWorkWith(turnBreaker);

const foldRecord = (state: WorkState, record: WorkRecord): WorkState => {
  switch (record.type) {
    case 'run.started':
      return { ...UNSTARTED, ...startWork(record) };
    case 'run.resumed':
      return { ...state, ...afterResume(state, record) };
    case 'iteration.decided':
      return afterDecision(state, record.data, record.at);
    case 'turn.discarded':
      return afterDiscarded(state, record.data.outcome ?? 'crashed');
    case 'turn.ended':
      return afterTurn(state, record.data, record.at);
    case 'review.ended':
      return afterReview(state, record.data, record.at);
    case 'operator.skipped':
      return afterExit(foldOperatorCommand(state, record), { ...record.data, decided: null }, record.at);
    case 'operator.aborted':
    case 'operator.reset':
    case 'operator.accepted':
    case 'operator.reopened':
    case 'operator.guided':
      return foldOperatorCommand(state, record);
    case 'work.committed':
      return { ...state, branch: foldCommit(state.branch, record.data) };
    case 'operator.rolled_back':
      return foldRollback(state, record);
    case 'run.ended':
      return { ...state, ending: record.data };
    case 'tests.ended':
      return record.data.part === undefined ? { ...state, suiteMs: record.data.ms } : state;
    case 'approval.asked':
    case 'operator.approved':
    case 'operator.rejected':
    case 'turn.started':
    case 'session.completed':
    case 'phase.exited':
    case 'breaker.changed':
    case 'work.rolled_back':
    case 'chart.halted':
    case 'operator.resumed':
      return state;
  }
};

const afterDecision = (state: WorkState, data: LedgerData['iteration.decided'], at: string): WorkState => {
  const { record, decision, exit, gone = [], write_detection } = data;
  const { approval } = state.openEnds;
  const decided: WorkState = {
    ...freezeEdit(state, data.reopened),
    since: withoutWait(state.since, approval, at),
    phaseSince: withoutWait(state.phaseSince, approval, at),
    iteration: record.iteration,
    ...NO_VOIDS,
    iterationsUsed: record.iterations_used,
    runIterationsUsed: state.runIterationsUsed + 1,
    deadlocks: countDeadlocks(record, decision),
    seen: remember(state.seen, record),
    last: {
      tree: record.tree.after,
      head: record.tree.head,
      metrics: record.metrics,
      ...(record.measured !== undefined && { measured: record.measured }),
    },
    held: { record, decision },
    gone,
    declared: data.declared === undefined ? state.declared : [...new Set([...state.declared, ...data.declared])],
    writes: write_detection === undefined ? state.writes : foldWriteDetection(state.writes, write_detection),
    mutationChecked:
      data.mutation_check !== undefined && decision.can_exit ? data.mutation_check.subject : state.mutationChecked,
  };
  return exit === undefined
    ? decided
    : afterExit(decided, { phase: record.phase, exit, decided: { record, decision } }, at);
};

const afterExit = (
  state: WorkState,
  { phase, exit, decided }: { readonly phase: string; readonly exit: PhaseExit; readonly decided: Decided | null },
  at: string,
): WorkState => {
  const left: WorkState = {
    ...foldChanged(state, exit.changed),
    frozen: { ...state.frozen, ...exit.frozen },
    tests: exit.tests,
    failing: exit.failing,
    guards: decided?.record.guards ?? state.guards,
    phaseTree: exit.tree,
    phaseSince: at,
    lastExit: { phase, decided },
    reopened: closeOpen(state.reopened),
    ...AT_START,
  };
  return { ...left, exits: { ...state.exits, [phase]: exitStateOf(left) } };
};

/** A test that a criterion changed is no test of before any more. */
export const foldChanged = <T extends Pick<WorkState, 'tests' | 'baseline' | 'changed'>>(
  state: T,
  changed: readonly ChangedTest[] = [],
): T => {
  if (changed.length === 0) return state;
  const named = new Set(changed.map(({ test }) => test));
  const removed = new Set(changed.flatMap(({ test, what }) => (what === 'removed' ? [test] : [])));
  return {
    ...state,
    tests: state.tests.filter((id) => !removed.has(id)),
    baseline: { ...state.baseline, passing: state.baseline.passing.filter((id) => !named.has(id)) },
    changed: [...state.changed.filter(({ test }) => !named.has(test)), ...changed],
  };
};

type Of<T extends WorkRecord['type']> = WorkRecord & { readonly type: T };

/** Known from the first record on; other fields are unchanged. */
const startWork = ({ data, at }: Of<'run.started'>): Partial<WorkState> => {
  const { run, baseline, frozen, tree, branch, head, sources } = data;
  return {
    run,
    configHash: data.config_hash,
    baseline,
    sources,
    frozen,
    criteria: {
      count: data.criteria,
      ids: data.criterion_ids,
      ...(data.criterion_guards !== undefined && { guards: data.criterion_guards }),
    },
    tests: [...baseline.passing, ...baseline.skipped, ...baseline.known_failing],
    failing: baseline.known_failing,
    phaseTree: tree,
    base: head,
    since: at,
    phaseSince: at,
    branch: branch === undefined ? null : startBranch(branch),
    ...startPresetState(data, at),
  };
};

/** Time in which the run was not active does not count; other limits start again only when an operator asks for it. */
const afterResume = (state: WorkState, { at, data }: Of<'run.resumed'>): Partial<WorkState> => ({
  ...(data.automatic === true ? { since: at, phaseSince: at } : withNewLimits(state, at)),
  thresholds: addThreshold(state.thresholds, data.exit_threshold, at),
  ending: null,
  ...(data.moved !== undefined && moveRun(state, data.moved)),
});

/** A discarded turn. */
const afterDiscarded = (state: WorkState, outcome: DiscardedOutcome): WorkState => ({
  ...state,
  discarded: state.discarded + 1,
  limits: state.limits + (outcome === 'rate_limited' ? 1 : 0),
  untested: state.untested + (outcome === 'no_test_ran' ? 1 : 0),
});

/** A session that crashed, or that cannot be found any more, would only crash again. */
const afterTurn = (state: WorkState, data: LedgerData['turn.ended'], at: string): WorkState => ({
  ...state,
  ...spend(state, data, at),
  session: data.turn.outcome === 'crashed' ? null : (data.turn.session ?? null),
});

/** A review costs as a turn does. Its first verdict about a state of the sources stays. */
const afterReview = (state: WorkState, data: LedgerData['review.ended'], at: string): WorkState => {
  const { tree, outcome, why, findings, reviewer } = data;
  const isKept = outcome !== 'no_verdict' && !Object.hasOwn(state.reviews, tree);
  return {
    ...state,
    ...spend(state, data, at),
    reviews: isKept ? { ...state.reviews, [tree]: { outcome, why, findings, reviewer } } : state.reviews,
  };
};

const spend = (
  state: WorkState,
  { phase, turn }: Pick<LedgerData['turn.ended'], 'phase' | 'turn'>,
  at: string,
): Pick<WorkState, 'spending' | 'usage'> => {
  const { run, phases } = state.usage;
  const ofPhase = sumUsage(phases[phase] ?? null, turn.usage ?? null);
  return {
    spending: spendTurn(state.spending, turn, at),
    usage: {
      run: sumUsage(run, turn.usage ?? null),
      phases: ofPhase === null ? phases : { ...phases, [phase]: ofPhase },
    },
  };
};
