/**
 * What the loop asks of the outside, by name. `src/` provides these with files, clocks and processes; a durable engine
 * provides others. Until somebody does, each of them refuses to work.
 *
 * @module
 */
import { type ActorRefFrom, fromPromise } from 'xstate';
import type { IterationRecord, Turn } from '../gates/iteration.ts';
import type { greenRunsActor } from './green-runs.actor.ts';

/** How a run ended. The work itself may go on: all but `completed` and `aborted` can be resumed. */
export interface Settlement {
  /** How it ended. `paused`: the run got as far as it was asked to go. */
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
  /** Test runs at the most in one iteration. */
  readonly max_runs: number;
}

/** Go on, or end the run here. */
export type Course<T> = { readonly go: T } | { readonly settle: Settlement };

/**
 * What the steps of one iteration have found out so far. The loop hands it from each step to the next, and never looks into it:
 * that is for whoever provides the steps.
 */
export type Work = object;

/** A turn that came to nothing that could be measured is void: it is recorded, and no gate is asked. */
export interface TurnEnded {
  readonly turn: Turn;
  readonly is_void: boolean;
  readonly work: Work;
}

/** Everything that was measured and said in one iteration, in one record. */
export interface MeasuredIteration {
  readonly record: IterationRecord;
  readonly work: Work;
}

/** What every step is given: what the steps before it in this iteration found out, and nothing of any other. */
export interface StepQuestion {
  readonly prepared: Prepared;
  readonly work: Work;
}

export interface TestRunQuestion extends StepQuestion {
  /** Gets the stream: counts as they come, the verdict at the end. */
  readonly greenRuns: ActorRefFrom<typeof greenRunsActor>;
}

export interface EvidenceQuestion extends StepQuestion {
  readonly consecutive_green_runs: number;
}

/** What has to be waited for before the next turn begins. */
export interface Wait {
  /** A limit of the provider, the cooldown of the breaker, a pause after a turn that failed, or `limits.calls_per_hour`. */
  readonly for: WaitReason;
  /** ISO 8601. */
  readonly until: string;
}

export type WaitReason = 'provider' | 'breaker' | 'retry' | 'calls';

/** The next turn, the end of the run, or something that comes before either. */
export type Beginning = Course<StepQuestion> | { readonly wait: Wait };

const unprovided = <Output, Input>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`Cannot run the loop: no ${name} actor was provided.`)));

export const runActors = {
  /** Before anything is spent: what is there, and is it sound? */
  inventory: unprovided<Course<null>, undefined>('inventory'),
  /** A nonce, a fingerprint and a prompt for the next turn, unless the breaker is open or a limit is reached. */
  prepare: unprovided<Beginning, undefined>('prepare'),
  agent: unprovided<TurnEnded, StepQuestion>('agent'),
  /** One run of the suite. It sends its stream to `greenRuns`: counts as they come, the verdict at the end. */
  testRunner: unprovided<Work, TestRunQuestion>('testRunner'),
  /** Everything that was measured and said, in one record. */
  evidence: unprovided<MeasuredIteration, EvidenceQuestion>('evidence'),
  /** Decides, writes the ledger, tells the chart: in this order. */
  decide: unprovided<Course<Wait | null>, StepQuestion>('decide'),
  /** Writes a void turn into the ledger, and says whether something has to be waited out. */
  voidTurn: unprovided<Course<Wait | null>, StepQuestion>('voidTurn'),
  /** Answers when the time has come; an interrupt does not wait for it. */
  wait: unprovided<null, Wait>('wait'),
};
