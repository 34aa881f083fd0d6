/** The status of a run, for every printer and for `status.json`, in space that does not grow with its history. Pure. */
import type { Ending } from '../../machines/index.ts';
import type { Signal, TurnUsage, WaitingCriteria } from '../../gates/iteration.ts';
import { type BreakerShown, showBreaker } from '../records/breaker-change.ts';
import { type AwaitedApproval, describeApproval } from '../records/fold/open-approval.ts';
import { lastHold } from '../records/hold.ts';
import type { Hold } from '../records/say-hold.ts';
import type { RunStep, RunWait } from '../records/fold/run-sums.ts';
import { workedMs } from '../records/fold/work-position.ts';
import type { RemovedTranscripts } from '../records/removed-transcripts.ts';
import type { SuiteRuns } from '../records/suite-runs.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import { describePhases, type PhaseStatus } from './describe-phases.ts';

export interface RunStatus {
  readonly v: 2;
  readonly run: string;
  /** The task, as the config of the run names it. */
  readonly spec: string;
  /** ISO 8601: the first record. */
  readonly began: string;
  /** The run time in milliseconds: all activity with its waits, without breaks between an end and a resume. */
  readonly worked_ms: number;
  /** How often the suite ran, and for what; of an iteration that was cut off, nothing. */
  readonly suite_runs: readonly SuiteRuns[];
  /** The last run of the whole suite in a phase, in milliseconds; 0 before it. */
  readonly suite_ms: number;
  readonly phases: readonly string[];
  readonly phase: string | null;
  readonly iteration: number;
  /** Its usage and its limits; null where its config cannot be read any more. */
  readonly budget: Budget | null;
  readonly by_phase: readonly PhaseStatus[];
  /** The last decision of the phase, when it was held; null when the work is over. */
  readonly held: Hold | null;
  /** The progress and the blockers that the agent reported in that iteration; absent when it reported none. */
  readonly said?: Pick<Signal, 'told' | 'blockers'>;
  /** Ids of criteria without a passing test, from the last decision of the phase; `null` before it. */
  readonly criteria: WaitingCriteria | null;
  /** Keeps a loop without progress from continuing. */
  readonly breaker: BreakerShown;
  /** The wait of an active run, until the time is over; null where its records have none. */
  readonly waits: RunWait | null;
  /** The step of the iteration that is not decided yet; absent between two, and where a run ended. */
  readonly step?: RunStep;
  /** The exit that waits for a person, with the exact commands; absent where none does. */
  readonly approval?: AwaitedApproval;
  readonly forced_exits: WorkState['forced'];
  /** Parts of its transcripts that dualgate removed; absent where it kept everything. */
  readonly removed_transcripts?: RemovedTranscripts;
  /** Other operator commands, in order. */
  readonly accepted: WorkState['accepted'];
  readonly reopened: WorkState['reopened'];
  readonly resets: WorkState['resets'];
  readonly rollbacks: WorkState['rollbacks'];
  readonly guidance: WorkState['guidance'];
  /** The agent's reported usage, in the run and phase by phase; `null`, and no phase, where it reports none. */
  readonly usage: { readonly run: TurnUsage | null; readonly phases: Readonly<Record<string, TurnUsage>> };
  /** The branch of the work; `null` where the run makes no commits. */
  readonly branch: { readonly name: string; readonly commit: string | null } | null;
  /** `null` while the run is active. */
  readonly ending: Ending | null;
  /** The last record of the ledger. */
  readonly head: { readonly seq: number; readonly hash: string; readonly at: string };
}

/** Counted since the run began, or since an operator resumed or reset it. */
interface Budget {
  /** ISO 8601: the start of `minutes`. */
  readonly since: string;
  readonly iterations: { readonly used: number; readonly limit: number };
  readonly minutes: { readonly limit: number };
  /** US dollars. */
  readonly cost: { readonly used: number; readonly limit: number };
}

/** The facts of a folded ledger, and no others. */
export type RunFacts = Omit<RunStatus, 'v' | 'head'>;

interface FoldedRun {
  readonly state: WorkState;
  readonly phases: readonly string[];
  readonly phase: string | null;
}

export const describeStatus = ({ head, ...folded }: FoldedRun & Pick<RunStatus, 'head'>): RunStatus => ({
  v: 2,
  ...describeRun(folded),
  head: { seq: head.seq, hash: head.hash, at: head.at },
});

export const describeRun = ({ state, phases, phase }: FoldedRun): RunFacts => {
  const { ending, openEnds, sums } = state;
  const held = lastHold(state, phase);
  return {
    run: state.run,
    spec: sums.spec,
    began: sums.began,
    worked_ms: workedMs(sums.clock),
    suite_runs: sums.suiteRuns,
    suite_ms: state.suiteMs,
    phases,
    phase,
    iteration: state.iteration,
    budget: budgetOf(state),
    by_phase: describePhases(state, phases, phase),
    held: held?.hold ?? null,
    ...saidIn(held?.record.signal),
    criteria: held === null ? null : (held.record.criteria ?? { without_test: [], without_passing: [] }),
    breaker: showBreaker(state.breaker),
    waits: sums.wait,
    ...(sums.step === null || sums.step.doing === 'decided' || ending !== null ? {} : { step: sums.step }),
    ...(phase === null || openEnds.approval === undefined ? {} : { approval: describeApproval(openEnds.approval) }),
    ...(sums.removedTranscripts === null ? {} : { removed_transcripts: sums.removedTranscripts }),
    forced_exits: state.forced,
    accepted: state.accepted,
    reopened: state.reopened,
    resets: state.resets,
    rollbacks: state.rollbacks,
    guidance: state.guidance,
    usage: state.usage,
    branch: state.branch === null ? null : { name: state.branch.name, commit: state.branch.tip },
    ending: ending === null ? null : { status: ending.status, why: ending.why },
  };
};

const budgetOf = ({ sums: { limits }, since, runIterationsUsed, spending }: WorkState): Budget | null =>
  limits === null
    ? null
    : {
        since,
        iterations: { used: runIterationsUsed, limit: limits.iterations },
        minutes: { limit: limits.minutes },
        cost: { used: spending.cost, limit: limits.cost },
      };

const saidIn = (signal: Signal | undefined): Pick<RunStatus, 'said'> =>
  signal === undefined || (signal.told?.progress_percent === undefined && signal.blockers.length === 0)
    ? {}
    : { said: { blockers: signal.blockers, ...(signal.told === undefined ? {} : { told: signal.told }) } };
