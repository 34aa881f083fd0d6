/**
 * The actors that the loop needs from outside, by name. `src/` provides them with files, clocks and processes; a
 * durable engine provides others. Each one refuses to work until it is provided.
 *
 * @module
 */
import { type ActorRefFrom, fromPromise } from 'xstate';
import type { IterationRecord, Turn } from '../gates/iteration.ts';
import type { greenRunsActor } from './green-runs.actor.ts';

/** How a run ended. Every run but a `completed` or `aborted` one can be resumed. */
export interface Ending {
  /** How it ended. `paused`: the run reached the phase of `--until`. */
  readonly status: 'completed' | 'paused' | 'stuck' | 'aborted' | 'interrupted' | 'needs_human';
  /** In one sentence, for people. */
  readonly why: string;
}

/** One turn about to begin. */
export interface Prepared {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  /** Test runs in a row that have to be green in this phase. */
  readonly green_runs_wanted: number;
  /** The most test runs in one iteration. */
  readonly max_runs: number;
}

/** Continue, or end the run here. */
export type Course<T> = { readonly go: T } | { readonly end: Ending };

/**
 * The results of the iteration so far. The loop hands them from each step to the next and never looks into them: only
 * the provider of the steps does.
 */
export type Work = object;

/** A turn without a measurement is discarded: it is recorded, and no gate judges it. */
export interface TurnEnded {
  readonly turn: Turn;
  readonly is_discarded: boolean;
  readonly work: Work;
}

/** One test run. `is_discarded`: it measured nothing, and not because of the turn. */
export interface TestRunEnded {
  readonly is_discarded: boolean;
  /** The phase is held whatever another run would show: none follows. @default false */
  readonly is_held?: boolean;
  readonly work: Work;
}

/** Everything that was measured and signalled in one iteration, in one record. */
export interface MeasuredIteration {
  readonly record: IterationRecord;
  readonly work: Work;
}

/** The input of every step: the results of the steps before it in this iteration, and of no other. */
export interface StepQuestion {
  readonly prepared: Prepared;
  readonly work: Work;
}

export interface TestRunQuestion extends StepQuestion {
  /** Receives the stream: counts as they come, the verdict at the end. */
  readonly greenRuns: ActorRefFrom<typeof greenRunsActor>;
}

export interface EvidenceQuestion extends StepQuestion {
  readonly consecutive_green_runs: number;
}

/** A wait before the next turn. */
export interface Wait {
  /**
   * A limit of the provider, the cooldown of the breaker, a pause after a turn that failed, `limits.calls_per_hour`, or
   * the approval of a person.
   */
  readonly for: WaitReason;
  /** ISO 8601. */
  readonly until: string;
}

export type WaitReason = 'provider' | 'breaker' | 'retry' | 'calls' | 'approval';

/** The next turn, the end of the run, or a wait before either. */
export type Preparation = Course<StepQuestion> | { readonly wait: Wait };

const unprovided = <Output, Input>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`Cannot run the loop: no ${name} actor was provided.`)));

export const runActors = {
  /** Before any turn: checks that everything needed is present and sound. */
  baseline: unprovided<Course<null>, undefined>('baseline'),
  /** A nonce, a fingerprint and a prompt for the next turn, unless the breaker is open or a limit is reached. */
  prepare: unprovided<Preparation, undefined>('prepare'),
  agent: unprovided<TurnEnded, StepQuestion>('agent'),
  /** One run of the suite. It sends its stream to `greenRuns`: counts as they come, the verdict at the end. */
  testRunner: unprovided<TestRunEnded, TestRunQuestion>('testRunner'),
  /** Everything that was measured and signalled, in one record. */
  evidence: unprovided<MeasuredIteration, EvidenceQuestion>('evidence'),
  /** Decides, writes the ledger, sends the record to the chart: in this order. */
  decide: unprovided<Course<Wait | null>, StepQuestion>('decide'),
  /** Records a discarded turn in the ledger, and returns any wait before the next. */
  discardTurn: unprovided<Course<Wait | null>, StepQuestion>('discardTurn'),
  /** Resolves at the given time; an interrupt ends the wait. */
  wait: unprovided<null, Wait>('wait'),
};
