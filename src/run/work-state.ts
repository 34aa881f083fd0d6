/**
 * What a run knows of its work, folded from the ledger record by record. A live run folds each record as it writes it,
 * so that a resumed run stands where the live one stood.
 *
 * @module
 */
import { countDeadlocks, type Deadlocks, NO_DEADLOCKS } from '../../gates/deadlocks.ts';
import type { Decision } from '../../gates/decide.ts';
import type { IterationRecord, TurnUsage } from '../../gates/iteration.ts';
import { type Breaker, closedBreaker, type Settlement, turnBreaker } from '../../machines/index.ts';
import type { Freeze } from '../evidence/freeze.ts';
import { EMPTY_INVENTORY, type Inventory } from '../evidence/inventory.ts';
import type { ToldSources } from '../evidence/told-sources.ts';
import { breakerEventOf } from './breaker/breaker-event-of.ts';
import { NOTHING_SEEN, remember, type Seen } from './breaker/progress.ts';
import { NOTHING_SPENT, type Spending } from './breaker/spending.ts';
import { foldCommit, type RunBranch } from './commits/run-branch.ts';
import { afterResume, beginWork } from './fold-beginning.ts';
import { foldOrder, NO_ORDERS, type OrdersGiven } from './fold-order.ts';
import { afterTurn, afterVoid } from './fold-turn.ts';
import { foldCalibration, NO_WRITES, type SuiteWrites } from './suite-writes.ts';
import { foldOpenEnds, NOTHING_OPEN, type OpenEnds } from './fold-open-ends.ts';
import { NO_PRESET_STATE, type PresetState } from './preset-state.ts';
import type { SpecCriteria } from './read-spec-criteria.ts';
import { AT_THE_BEGINNING, type ExitStanding, foldRollback, NO_VOIDS, standingOf } from './fold-rollback.ts';
import type { LedgerData, PhaseExit, WorkRecord } from './work-record.ts';

interface Decided {
  readonly record: IterationRecord;
  readonly decision: Decision;
}

export interface WorkState extends OrdersGiven, PresetState {
  /** Empty until the run began. */
  readonly run: string;
  /** What the run goes by; it must be the same when it goes on. */
  readonly configHash: string;
  readonly inventory: Inventory;
  /** What tells the sources; null outside of a run. */
  readonly sources: ToldSources | null;
  /** What the suite writes for itself, besides what the config says. */
  readonly writes: SuiteWrites;
  readonly frozen: Freeze;
  /** Acceptance criteria of the frozen spec; null outside of a run. */
  readonly criteria: SpecCriteria | null;
  /** Ids of tests that may not go. */
  readonly tests: readonly string[];
  /** Of these, the ones that failed when the last phase was left. */
  readonly failing: readonly string[];
  /** Fingerprint when the phase began. */
  readonly phaseTree: string;
  /** Decided iterations of the phase. */
  readonly iteration: number;
  /** Void turns since the last decision. */
  readonly voids: number;
  /** Of these, those that ran into a limit of the provider. */
  readonly limits: number;
  /** The agent's session that the next turn of the phase may go on with; null when there is none that went well. */
  readonly session: string | null;
  /** Sums over all turns that told of their usage, void ones included; null when none did. */
  readonly usage: { readonly run: TurnUsage | null; readonly phases: Readonly<Record<string, TurnUsage>> };
  /** Decided iterations of the phase, and of the run, since the last resume. */
  readonly allowanceUsed: number;
  readonly runAllowanceUsed: number;
  /** Start of the run or of its last resume: what `limits.minutes` counts from. ISO 8601. */
  readonly since: string;
  /** When the phase began, or the same: what `limits.max_minutes` of the phase counts from. ISO 8601. */
  readonly phaseSince: string;
  readonly spending: Spending;
  readonly breaker: Breaker;
  readonly deadlocks: Deadlocks;
  /** Where the phase has been: what is no progress when it comes again. */
  readonly seen: Seen;
  /** How long the last run of the whole suite took, in milliseconds; 0 before the first. */
  readonly suiteMs: number;
  readonly last:
    | ({ readonly tree: string; readonly head: string | null } & Pick<IterationRecord, 'metrics' | 'measured'>)
    | null;
  /** The last decision, until the phase is left: it goes into the next prompt. */
  readonly held: Decided | null;
  /** The phase that was exited last, and the decision on it; null for a forced exit. */
  readonly lastExit: { readonly phase: string; readonly decided: Decided | null } | null;
  /** Ids of tests that the last decided iteration missed. */
  readonly gone: readonly string[];
  /** Null where the run makes no commits. */
  readonly branch: RunBranch | null;
  /** Phase → what was held fast at its last exit: there the work goes back to. */
  readonly exits: Readonly<Record<string, ExitStanding>>;
  /** The commit that the run began at; null where there was none. */
  readonly base: string | null;
  /** Of the last probe that held nothing: what was probed. */
  readonly probed: string | null;
  readonly settled: Settlement | null;
  /** What is to be closed before a killed run goes on. */
  readonly openEnds: OpenEnds;
}

/** Before the first record. */
export const UNSTARTED: WorkState = {
  run: '',
  configHash: '',
  inventory: EMPTY_INVENTORY,
  sources: null,
  writes: NO_WRITES,
  frozen: {},
  criteria: null,
  tests: [],
  failing: [],
  phaseTree: '',
  iteration: 0,
  voids: 0,
  limits: 0,
  session: null,
  usage: { run: null, phases: {} },
  allowanceUsed: 0,
  runAllowanceUsed: 0,
  since: '',
  phaseSince: '',
  spending: NOTHING_SPENT,
  breaker: closedBreaker(),
  deadlocks: NO_DEADLOCKS,
  seen: NOTHING_SEEN,
  suiteMs: 0,
  last: null,
  held: null,
  lastExit: null,
  gone: [],
  base: null,
  probed: null,
  ...NO_ORDERS,
  branch: null,
  exits: {},
  ...NO_PRESET_STATE,
  settled: null,
  openEnds: NOTHING_OPEN,
};

/** The next state of the work; pure. */
export const foldWork = (state: WorkState, record: WorkRecord): WorkState => {
  const next = { ...foldRecord(state, record), openEnds: foldOpenEnds(state, record) };
  const event = breakerEventOf(record);
  return event === null ? next : { ...next, breaker: turnBreaker(state.breaker, event) };
};

const foldRecord = (state: WorkState, record: WorkRecord): WorkState => {
  switch (record.type) {
    case 'run.started':
      return { ...UNSTARTED, ...beginWork(record) };
    case 'run.resumed':
      return { ...state, ...afterResume(state, record) };
    case 'iteration.decided':
      return afterDecision(state, record.data, record.at);
    case 'attempt.void':
      return afterVoid(state, record.data.outcome ?? 'crashed');
    case 'turn.ended':
      return afterTurn(state, record.data, record.at);
    case 'operator.skipped':
      return afterExit(foldOrder(state, record), { ...record.data, decided: null }, record.at);
    case 'operator.aborted':
    case 'operator.reset':
    case 'operator.accepted':
    case 'operator.guided':
      return foldOrder(state, record);
    case 'work.committed':
      return { ...state, branch: foldCommit(state.branch, record.data) };
    case 'operator.rolled_back':
      return foldRollback(state, record);
    case 'run.settled':
      return { ...state, settled: record.data };
    case 'tests.ended':
      return record.data.part === undefined ? { ...state, suiteMs: record.data.ms } : state;
    case 'turn.begun':
    case 'session.completed':
    case 'phase.left':
    case 'breaker.changed':
    case 'work.rolled_back':
    case 'chart.halted':
    case 'operator.resumed':
      return state;
  }
};

const afterDecision = (state: WorkState, data: LedgerData['iteration.decided'], at: string): WorkState => {
  const { record, decision, exit, gone = [], calibration } = data;
  const decided: WorkState = {
    ...state,
    iteration: record.iteration,
    ...NO_VOIDS,
    allowanceUsed: record.allowance_used,
    runAllowanceUsed: state.runAllowanceUsed + 1,
    deadlocks: countDeadlocks(record, {
      measured: decision.gate_1.satisfied,
      signalled: decision.gate_2.satisfied,
    }),
    seen: remember(state.seen, record),
    last: {
      tree: record.tree.after,
      head: record.tree.head,
      metrics: record.metrics,
      ...(record.measured !== undefined && { measured: record.measured }),
    },
    held: { record, decision },
    gone,
    writes: calibration === undefined ? state.writes : foldCalibration(state.writes, calibration),
    probed: data.probe !== undefined && decision.can_exit ? data.probe.subject : state.probed,
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
    ...state,
    frozen: { ...state.frozen, ...exit.frozen },
    tests: exit.tests,
    failing: exit.failing,
    phaseTree: exit.tree,
    phaseSince: at,
    lastExit: { phase, decided },
    ...AT_THE_BEGINNING,
  };
  return { ...left, exits: { ...state.exits, [phase]: standingOf(left) } };
};
