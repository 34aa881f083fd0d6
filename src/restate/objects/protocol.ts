/**
 * The virtual objects of the engine, by name and by handler. Those of one item have the item as their key.
 *
 * @module
 */
import type { ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk';
import type { ActorObjectHandlers } from '@restatedev/xstate';
import type { TddMachine } from '../../../machines/index.ts';
import type { Lease } from '../../leases/lease.ts';
import type { LeaseAnswer } from '../../leases/lease-store.ts';
import type { ItemRow, ItemState, Reply, Report, Work } from '../work.ts';

export const CHART = 'dualgate-chart';
export const ITEM = 'dualgate-item';
export const LEASE = 'dualgate-lease';
export const FLEET = 'dualgate-fleet';

/** The key of the only fleet of an engine. */
export const ALL = 'all';

/** The chart of the work of one item, behind the adapter. */
export type ChartObject = ActorObjectHandlers<TddMachine>;

/** The report of a worker, and the awakeable of its answer. */
export interface Reported {
  readonly report: Report;
  readonly reply: string;
}

export interface ReportQuestion {
  readonly lease: Lease;
  readonly report: Report;
}

/** `lease`: the next one of its holder; `null` when the report was refused. */
export interface ReportAnswer extends Reply {
  readonly lease: Lease | null;
}

export interface ClaimQuestion {
  readonly holder: string;
}

export interface RenewQuestion {
  readonly lease: Lease;
}

export interface ItemObject {
  readonly submit: (context: ObjectContext, work: Work) => Promise<ItemState>;
  readonly again: (context: ObjectContext) => Promise<ItemState>;
  readonly turn: (context: ObjectSharedContext, asked: TurnAsked) => Promise<void>;
  readonly settle: (context: ObjectContext, reported: Reported) => Promise<void>;
  readonly read: (context: ObjectSharedContext) => Promise<ItemState | null>;
}

/** `reply`: the awakeable of a worker that waits for its next turn; `null` without one. */
export interface TurnAsked {
  readonly reply: string | null;
}

export interface LeaseObject {
  readonly offer: (context: ObjectContext, offered: { readonly awakeable: string }) => Promise<void>;
  readonly isFree: (context: ObjectContext) => Promise<boolean>;
  readonly claim: (context: ObjectContext, asked: ClaimQuestion) => Promise<LeaseAnswer>;
  readonly renew: (context: ObjectContext, asked: RenewQuestion) => Promise<LeaseAnswer>;
  readonly take: (context: ObjectContext, asked: ReportQuestion & { readonly reply: string }) => Promise<void>;
  readonly report: (context: ObjectSharedContext, asked: ReportQuestion) => Promise<ReportAnswer>;
  readonly close: (context: ObjectContext, asked: { readonly done: boolean }) => Promise<void>;
  readonly read: (context: ObjectSharedContext) => Promise<Lease | null>;
}

export interface Offer {
  readonly item: string;
  /** Only workers of this site can continue; `null`: all. */
  readonly site: string | null;
}

export interface FleetObject {
  readonly offer: (context: ObjectContext, offer: Offer) => Promise<void>;
  readonly take: (context: ObjectContext, asked: { readonly site: string }) => Promise<string | null>;
  readonly note: (context: ObjectContext, row: Partial<ItemRow> & Pick<ItemRow, 'item'>) => Promise<void>;
  readonly list: (context: ObjectSharedContext) => Promise<readonly ItemRow[]>;
  readonly hasOpen: (context: ObjectSharedContext) => Promise<boolean>;
}
