/** The run between its start and its end: resumed, halted, its breaker, a session of spec 003, ended. */
import type { RecordKind } from '../record.ts';
import type { SessionCompleted } from '../session-completed.ts';
import type { Ending } from '../../../machines/index.ts';
import { haltFor } from '../fold/work-position.ts';
import type { BreakerChange } from '../breaker-change.ts';
import type { RunEnded } from '../fold/work-state.ts';
import { moveRun, withNewLimits } from '../fold/exit-phase.ts';
import { addThreshold } from '../fold/preset-state.ts';
import type { GivenThreshold } from '../given-threshold.ts';
import type { RunMove } from '../run-branch.ts';
import type { Versions } from './run-started.record.ts';

/** The agent completed its session (spec 003). */
export const sessionCompleted: RecordKind<SessionCompleted> = {
  meaning:
    'with `signals.dialect: apm2`, the agent completed its session (AgentSessionCompleted of spec 003): both gates exited the last phase of a work phase, or its `blocked` or `error` halts the run; the exit signal, and the work phase that follows',
  events: (session) => [{ type: 'session.completed', ...session }],
  openEnds: (ends) => ({ ...ends, session: null }),
};

/** The work was halted for an operator. */
export interface ChartHalted {
  /** The phase in which the work was halted. */
  readonly phase: string;
  readonly why: string;
  /** The status that the run is about to end with: a kill may come before its `run.ended`. */
  readonly status: Ending['status'];
}

export const chartHalted: RecordKind<ChartHalted> = {
  meaning: 'the work was halted for an operator, and why',
  events: ({ why }) => [{ type: 'needs.human', why }],
  openEnds: (ends, { data: { why, status } }) => ({ ...ends, session: null, halt: { status, why } }),
  moves: ({ why }) => haltFor(why),
  chart: ({ why }) => ({ type: 'HALT', why }),
};

/** The circuit breaker changed. */
export const breakerChanged: RecordKind<BreakerChange> = {
  meaning: 'the circuit breaker opened, cooled down for a trial, or closed: its counts, and why',
  events: (change) => [{ type: 'breaker.changed', ...change }],
  breaker: ({ data }) => (data.cooled_down === true ? { type: 'COOLED' } : null),
};

/** The run ended. */
export const runEnded: RecordKind<RunEnded> = {
  meaning: 'the run ended: its status and exit code',
  events: (ended) => [{ type: 'run.ended', ...ended }],
  fold: (state, { data }) => ({ ...state, ending: data }),
  openEnds: (ends, { data: { status, why } }) => ({
    ...ends,
    halt: status === 'stuck' || status === 'needs_human' ? { status, why } : null,
  }),
};

/** An ended or interrupted run resumes. */
export interface RunResumed {
  /** Fingerprint of the sources. */
  readonly tree: string;
  /** Processes that the ended run had left running and that were ended, as `pid command`. */
  readonly ended: readonly string[];
  /** The run resumed by itself: used iterations and the breaker are unchanged. Absent where an operator resumed it. */
  readonly automatic?: true;
  /** The dualgate and the Node that resume it. */
  readonly versions?: Versions;
  /** The indicator threshold of an operator, from here on; absent where it is unchanged. */
  readonly exit_threshold?: GivenThreshold;
  /** The place of the run on another machine, from here on; absent where it stays. */
  readonly moved?: RunMove;
}

export const runResumed: RecordKind<RunResumed> = {
  meaning: 'an ended or interrupted run resumes',
  events: ({ automatic }) => [{ type: 'run.resumed', ...(automatic !== undefined && { automatic }) }],
  // Time in which the run was not active does not count; other limits start again only when an operator asks for it.
  fold: (state, { data, at }) => ({
    ...state,
    ...(data.automatic === true ? { since: at, phaseSince: at } : withNewLimits(state, at)),
    thresholds: addThreshold(state.thresholds, data.exit_threshold, at),
    ending: null,
    ...(data.moved !== undefined && moveRun(state, data.moved)),
  }),
  openEnds: (ends, _entry, { ending }) => ({ ...ends, halt: null, kills: ending === null ? ends.kills + 1 : 0 }),
  breaker: ({ data }) => (data.automatic === true ? null : { type: 'RESUMED' }),
};
