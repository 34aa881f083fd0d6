/** The actors that the loop needs from outside. Each one refuses to work until it is provided. */
import { type ActorRefFrom, fromPromise } from 'xstate';
import type { greenRunsActor } from './green-runs.actor.ts';

/** How a run ended. Every run but a `completed` or `aborted` one can be resumed. */
export interface Ending {
  /** How it ended. `paused`: the run reached the phase of `--until`. */
  readonly status: 'completed' | 'paused' | 'stuck' | 'aborted' | 'interrupted' | 'needs_human';
  /** In one sentence, for people. */
  readonly why: string;
}

/** Continue, or end the run here. */
export type Course<T> = { readonly go: T } | { readonly end: Ending };

/**
 * One iteration, as far as the loop knows it. Each step answers with the iteration as it is after that step, and gets
 * the answer of the step before it: what else a provider keeps in it comes back untouched.
 */
export interface Iteration {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  /** Test runs in a row that have to be green in this phase. */
  readonly green_runs_wanted: number;
  /** The most test runs in one iteration. */
  readonly max_runs: number;
  /** It measured nothing: it is recorded, and no gate judges it. @default false */
  readonly is_discarded?: boolean;
  /** The phase is held whatever another test run would show: none follows. @default false */
  readonly is_held?: boolean;
}

/** A wait before the next turn. */
export interface Wait {
  /** A provider's limit, the cooldown of the breaker, a failed turn, `limits.calls_per_hour`, or the approval of a person. */
  readonly for: WaitReason;
  /** ISO 8601. */
  readonly until: string;
}

export type WaitReason = 'provider' | 'breaker' | 'retry' | 'calls' | 'approval';

/** The next turn, the end of the run, or a wait before either. */
export type Preparation = Course<Iteration> | { readonly wait: Wait };

export interface TestRunInput {
  readonly iteration: Iteration;
  /** Receives the stream: counts as they come, the verdict at the end. */
  readonly greenRuns: ActorRefFrom<typeof greenRunsActor>;
}

export interface MeasureInput {
  readonly iteration: Iteration;
  readonly consecutive_green_runs: number;
}

const unprovided = <Output, Input>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`Cannot run the loop: no ${name} actor was provided.`)));

export const runActors = {
  /** Before any turn: checks that everything needed is present and sound. */
  baseline: unprovided<Course<null>, undefined>('baseline'),
  /** A nonce, a fingerprint and a prompt for the next turn, unless the breaker is open or a limit is reached. */
  prepare: unprovided<Preparation, undefined>('prepare'),
  turn: unprovided<Iteration, Iteration>('turn'),
  /** One run of the suite. It sends its stream to `greenRuns`: counts as they come, the verdict at the end. */
  tests: unprovided<Iteration, TestRunInput>('tests'),
  /** Everything that was measured and signalled, in one record. */
  measure: unprovided<Iteration, MeasureInput>('measure'),
  /** Decides, writes the ledger, sends the record to the chart: in this order. */
  decide: unprovided<Course<Wait | null>, Iteration>('decide'),
  /** Records a discarded turn in the ledger, and returns any wait before the next. */
  discard: unprovided<Course<Wait | null>, Iteration>('discard'),
  /** Resolves at the given time; an interrupt ends the wait. */
  wait: unprovided<null, Wait>('wait'),
};
