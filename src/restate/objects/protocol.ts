/**
 * The virtual objects of the engine, by name and by handler.
 *
 * @module
 */
import type { ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk';
import type { ActorObjectHandlers } from '@restatedev/xstate';
import type { TddMachine } from '../../../machines/index.ts';
import type { Lease } from '../../leases/lease.ts';
import type { LeaseAnswer } from '../../leases/lease-store.ts';
import type { EndStatus, ReportedEvent } from '../reported-event.ts';

/** One for each chart of a session. */
export const CHART = 'dualgate-chart';
/** One for each item: its key is the scope of its remote and its name. */
export const LEASE = 'dualgate-lease';
/** One for each session. */
export const WITNESS = 'dualgate-witness';
/** One for each scope. */
export const LEASES = 'dualgate-leases';

/** The chart of the work, behind the adapter. */
export type ChartObject = ActorObjectHandlers<TddMachine>;

export interface ClaimQuestion {
  readonly holder: string;
  readonly ttlMs: number;
  /** Hash of the gates of its config: the service decides under the same ones. */
  readonly gates: string;
}

/** A change by the holder of this lease. */
export type LeaseQuestion = { readonly lease: Lease } & (
  | { readonly verb: 'renew'; readonly ttlMs: number }
  | { readonly verb: 'release'; readonly waitsUntil: string | null }
  /** Nothing changes: only whether it could. */
  | { readonly verb: 'check' }
);

export interface LeaseObject {
  readonly claim: (context: ObjectContext, asked: ClaimQuestion) => Promise<LeaseAnswer>;
  readonly change: (context: ObjectContext, asked: LeaseQuestion) => Promise<LeaseAnswer>;
  readonly read: (context: ObjectSharedContext) => Promise<Lease | null>;
}

export interface LeasesObject {
  readonly note: (context: ObjectContext, lease: Lease) => Promise<void>;
  readonly list: (context: ObjectSharedContext) => Promise<readonly Lease[]>;
}

export interface Report {
  /** In the order of the ledger; those that were reported before do not count twice. */
  readonly events: readonly ReportedEvent[];
  /** How the run ended; `null`: it is about to take a turn. */
  readonly end: EndStatus | null;
}

export interface WitnessObject {
  /** @returns how worker and engine disagree, in a sentence; `null` when they agree */
  readonly report: (context: ObjectContext, report: Report) => Promise<string | null>;
}
