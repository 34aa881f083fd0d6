/**
 * Where a run stands, in space that does not grow with its history: what every printer of a run begins with, and the content of
 * `status.json`. Pure.
 *
 * @module
 */
import { renderUnmet } from '../../gates/verdict.ts';
import type { Settlement } from '../../machines/index.ts';
import type { Finding, Signal, TurnUsage, WaitingCriteria } from '../../gates/iteration.ts';
import { type BreakerShown, showBreaker } from '../records/breaker-change.ts';
import type { RunWait } from '../records/fold/run-wait.ts';
import { workedMs } from '../records/fold/work-clock.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import { describePhases, type PhaseStatus } from './describe-phases.ts';
import { lastHold } from './last-hold.ts';

export interface RunStatus {
  readonly v: 2;
  readonly run: string;
  /** What is to be done, as the config of the run names it. */
  readonly spec: string;
  /** ISO 8601: the first record. */
  readonly began: string;
  /** The run time in milliseconds: while a loop was active, its waits included, breaks between an end and a resume left out. */
  readonly worked_ms: number;
  readonly phases: readonly string[];
  /** The phase that is worked at, or was when the run ended; null when the work is over. */
  readonly phase: string | null;
  /** Decided iterations of that phase. */
  readonly iteration: number;
  /** What it used of what it may use before it is stopped; null where its config cannot be read any more. */
  readonly budget: Budget | null;
  /** Of each phase, in order. */
  readonly by_phase: readonly PhaseStatus[];
  /** The last decision of the phase, when it was held; null when the work is over. */
  readonly held: {
    /** That of the halt, where the run stopped over it; else what the two gates said together. */
    readonly reason: string;
    readonly unmet: readonly string[];
    readonly findings: readonly Finding[];
  } | null;
  /** What the agent told in that iteration of its progress and of what blocks it; absent when it told nothing. */
  readonly said?: Pick<Signal, 'told' | 'blockers'>;
  /** Ids of criteria that wait for a test, as the last decision of the phase saw them; `null` before it. */
  readonly criteria: WaitingCriteria | null;
  /** What keeps a loop that gets nowhere from going on. */
  readonly breaker: BreakerShown;
  /** What an active run waits for, until the time is over; null where its records say nothing of a wait. */
  readonly waits: RunWait | null;
  readonly forced_exits: WorkState['forced'];
  /** What an operator ordered besides, in order. */
  readonly accepted: WorkState['accepted'];
  readonly resets: WorkState['resets'];
  readonly rollbacks: WorkState['rollbacks'];
  readonly guidance: WorkState['guidance'];
  /** What the agent says that it used, in the run and phase by phase; `null`, and no phase, where it says nothing. */
  readonly usage: { readonly run: TurnUsage | null; readonly phases: Readonly<Record<string, TurnUsage>> };
  /** Where the work is committed; `null` where the run makes no commits. */
  readonly branch: { readonly name: string; readonly commit: string | null } | null;
  /** `null` while the run goes on. */
  readonly settled: Settlement | null;
  /** The last record of the ledger. */
  readonly head: { readonly seq: number; readonly hash: string; readonly at: string };
}

/** Counted since the run began, or since an operator resumed or reset it. */
interface Budget {
  /** ISO 8601: what `minutes` counts from. */
  readonly since: string;
  /** Decided iterations. */
  readonly iterations: { readonly used: number; readonly limit: number };
  readonly minutes: { readonly limit: number };
  /** US dollars. */
  readonly cost: { readonly used: number; readonly limit: number };
}

/** What a folded ledger says, and nothing besides. */
export type RunFacts = Omit<RunStatus, 'v' | 'head'>;

interface FoldedRun {
  readonly state: WorkState;
  /** Names, in order. */
  readonly phases: readonly string[];
  /** The phase that is worked at, or was when the run ended; null when the work is over. */
  readonly phase: string | null;
}

export const describeStatus = ({ head, ...folded }: FoldedRun & Pick<RunStatus, 'head'>): RunStatus => ({
  v: 2,
  ...describeRun(folded),
  head: { seq: head.seq, hash: head.hash, at: head.at },
});

export const describeRun = ({ state, phases, phase }: FoldedRun): RunFacts => {
  const { settled, sums } = state;
  const held = lastHold(state, phase);
  return {
    run: state.run,
    spec: sums.spec,
    began: sums.began,
    worked_ms: workedMs(sums.clock),
    phases,
    phase,
    iteration: state.iteration,
    budget: budgetOf(state),
    by_phase: describePhases(state, phases, phase),
    held:
      held === null
        ? null
        : {
            reason: held.reason,
            unmet: held.unmet.map(renderUnmet),
            findings: held.record.findings,
          },
    ...saidIn(held?.record.signal),
    criteria: held === null ? null : (held.record.criteria ?? { without_test: [], without_passing: [] }),
    breaker: showBreaker(state.breaker),
    waits: sums.wait,
    forced_exits: state.forced,
    accepted: state.accepted,
    resets: state.resets,
    rollbacks: state.rollbacks,
    guidance: state.guidance,
    usage: state.usage,
    branch: state.branch === null ? null : { name: state.branch.name, commit: state.branch.tip },
    settled: settled === null ? null : { status: settled.status, why: settled.why },
  };
};

const budgetOf = ({ sums: { limits }, since, runAllowanceUsed, spending }: WorkState): Budget | null =>
  limits === null
    ? null
    : {
        since,
        iterations: { used: runAllowanceUsed, limit: limits.iterations },
        minutes: { limit: limits.minutes },
        cost: { used: spending.cost, limit: limits.cost },
      };

const saidIn = (signal: Signal | undefined): Pick<RunStatus, 'said'> =>
  signal === undefined || (signal.told?.progress_percent === undefined && signal.blockers.length === 0)
    ? {}
    : { said: { blockers: signal.blockers, ...(signal.told === undefined ? {} : { told: signal.told }) } };
