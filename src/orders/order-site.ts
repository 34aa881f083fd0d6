/**
 * What an order is carried out on, and what comes of it.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import type { LedgerType } from '../records/catalogue/records.ts';
import type { Journal } from '../records/journal.ts';
import type { RunNews } from '../records/run-events.ts';
import type { Order, OrderName } from './order.ts';

export interface OrderSite {
  readonly config: Config;
  readonly journal: Journal;
  readonly announce: (news: RunNews) => void;
}

export interface CarriedOut {
  /** Types of the records, in order. */
  readonly recorded: readonly LedgerType[];
  /** For people, in a sentence or two. */
  readonly says: string;
}

/** Ledger first, then the news. `phase` is the one that the work stands in. */
export type CarryOut<T extends OrderName> = (
  site: OrderSite,
  order: Order & { readonly order: T },
  phase: string,
) => Promise<CarriedOut>;
