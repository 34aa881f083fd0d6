/**
 * Where a run stands, for `dualgate status` and for other programs: the content of `status.json`.
 *
 * @module
 */
import { renderUnmet } from '../../gates/verdict.ts';
import type { Settlement } from '../../machines/index.ts';
import type { Signal, TurnUsage, WaitingCriteria } from '../../gates/iteration.ts';
import { type BreakerShown, showBreaker } from '../records/breaker-change.ts';
import type { WorkState } from '../records/fold/work-state.ts';

export interface RunStatus {
  readonly v: 1;
  readonly run: string;
  readonly phases: readonly string[];
  /** The phase that is worked at, or was when the run ended; null when the work is over. */
  readonly phase: string | null;
  /** Decided iterations of that phase. */
  readonly iteration: number;
  /** The last decision of the phase, when it was held. */
  readonly held: {
    readonly reason: string;
    readonly unmet: readonly string[];
    readonly notes: readonly string[];
  } | null;
  /** What the agent told in that iteration of its progress and of what blocks it; absent when it told nothing. */
  readonly said?: Pick<Signal, 'told' | 'blockers'>;
  /** Ids of criteria that wait for a test, as the last decision of the phase saw them; `null` before it. */
  readonly criteria: WaitingCriteria | null;
  /** What keeps a loop that gets nowhere from going on. */
  readonly breaker: BreakerShown;
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

export const describeStatus = (facts: {
  readonly state: WorkState;
  readonly phases: readonly string[];
  readonly phase: string | null;
  readonly head: RunStatus['head'];
}): RunStatus => {
  const { state, phases, phase, head } = facts;
  const { held, settled } = state;
  return {
    v: 1,
    run: state.run,
    phases,
    phase,
    iteration: state.iteration,
    held:
      held === null
        ? null
        : {
            reason: held.decision.reason,
            unmet: [...held.decision.gate_1.unmet, ...held.decision.gate_2.unmet].map(renderUnmet),
            notes: held.record.notes,
          },
    ...saidIn(held?.record.signal),
    criteria: held === null ? null : (held.record.criteria ?? { without_test: [], without_passing: [] }),
    breaker: showBreaker(state.breaker),
    forced_exits: state.forced,
    accepted: state.accepted,
    resets: state.resets,
    rollbacks: state.rollbacks,
    guidance: state.guidance,
    usage: state.usage,
    branch: state.branch === null ? null : { name: state.branch.name, commit: state.branch.tip },
    settled: settled === null ? null : { status: settled.status, why: settled.why },
    head: { seq: head.seq, hash: head.hash, at: head.at },
  };
};

const saidIn = (signal: Signal | undefined): Pick<RunStatus, 'said'> =>
  signal === undefined || (signal.told?.progress_percent === undefined && signal.blockers.length === 0)
    ? {}
    : { said: { blockers: signal.blockers, ...(signal.told === undefined ? {} : { told: signal.told }) } };
