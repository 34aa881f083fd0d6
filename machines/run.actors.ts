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
  /** `paused`: the run got as far as it was asked to go. */
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

/** A turn that came to nothing that could be measured is void: it is recorded, and no gate is asked. */
export interface TurnEnded {
  readonly turn: Turn;
  readonly is_void: boolean;
}

export interface TestRunQuestion {
  readonly prepared: Prepared;
  /** Gets the stream: counts as they come, the verdict at the end. */
  readonly greenRuns: ActorRefFrom<typeof greenRunsActor>;
}

export interface EvidenceQuestion {
  readonly prepared: Prepared;
  readonly turn: Turn;
  readonly consecutive_green_runs: number;
}

export interface VoidTurn {
  readonly prepared: Prepared;
  readonly turn: Turn;
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
export type Beginning = Course<Prepared> | { readonly wait: Wait };

const unprovided = <Output, Input>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`Cannot run the loop: no ${name} actor was provided.`)));

export const runActors = {
  /** Before anything is spent: what is there, and is it sound? */
  inventory: unprovided<Course<null>, undefined>('inventory'),
  /** A nonce, a fingerprint and a prompt for the next turn, unless the breaker is open or a limit is reached. */
  prepare: unprovided<Beginning, undefined>('prepare'),
  agent: unprovided<TurnEnded, Prepared>('agent'),
  /** One run of the suite. It sends its stream to `greenRuns`: counts as they come, the verdict at the end. */
  testRunner: unprovided<null, TestRunQuestion>('testRunner'),
  /** Everything that was measured and said, in one record. */
  evidence: unprovided<IterationRecord, EvidenceQuestion>('evidence'),
  /** Decides, writes the ledger, tells the chart: in this order. */
  decide: unprovided<Course<Wait | null>, IterationRecord>('decide'),
  /** Writes a void turn into the ledger, and says whether something has to be waited out. */
  voidTurn: unprovided<Course<Wait | null>, VoidTurn>('voidTurn'),
  /** Answers when the time has come; an interrupt does not wait for it. */
  wait: unprovided<null, Wait>('wait'),
};
