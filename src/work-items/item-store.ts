/**
 * A store of work items: their ledgers, and the leases that make the holder of one its only writer. A folder of one machine,
 * the refs of a Git remote and the Restate engine answer the same: test/work-items runs one suite over all of them.
 *
 * @module
 */
import type { Lease } from '../leases/lease.ts';
import type { RefMove } from '../leases/ref-move.ts';
import type { BrokenItem } from '../leases/lease-store.ts';
import type { ItemLedger } from './ledgers/item-ledger.ts';
import type { ItemDraft } from './item-record.ts';
import type { ItemState } from './item-state.ts';
import type { RunToSave, SavedRun } from './saved-run.ts';
import type { ItemRefused } from './word-refusal.ts';

export interface ItemReading {
  readonly state: ItemState;
  readonly ledger: ItemLedger;
  /** Its current lease, if it is held and not expired; else `null`. */
  readonly lease: Lease | null;
  /** ISO 8601: nobody can claim it before; `null`: it does not wait. */
  readonly waitsUntil: string | null;
}

/**
 * The records of a change, and what happens to the lease with them.
 *
 * - `claim`: the session takes it; `renew`: it keeps it for `ttlMs` more
 * - `release`: it is given back
 * - `none`: an operator's change of an item without a holder
 *
 * `waitsUntil`: ISO 8601; nobody can claim the item before.
 */
export type ItemDecision =
  | ItemRefused
  | {
      readonly ok: true;
      readonly lease: 'claim' | 'renew' | 'release' | 'none';
      readonly waitsUntil?: string | null;
      /** @param lease - the claimed one */
      readonly write: (lease: Lease | null) => readonly ItemDraft[];
    };

export interface ItemChange {
  readonly item: string;
  /** Takes or holds the lease. @default an operator's */
  readonly session?: string;
  /** @param reading - `null`: there is no such item. Called again when another writer was faster. */
  readonly decide: (reading: ItemReading | null) => ItemDecision;
  /** Milliseconds of a lease. */
  readonly ttlMs: number;
  /** Refs that move in the same push; a store without a remote ignores them. */
  readonly moves?: readonly RefMove[];
  /** The run of the item, which is saved in the same push; a store without a remote ignores it. */
  readonly run?: RunToSave;
}

export type ItemAnswer = { readonly ok: true; readonly reading: ItemReading } | ItemRefused;

interface ItemList {
  readonly items: readonly ItemReading[];
  readonly broken: readonly BrokenItem[];
}

export interface ItemStore {
  /** For messages: the folder or the remote. */
  readonly place: string;
  /** Whether results have to be pushed, to be seen by others. */
  readonly isRemote: boolean;
  /** All items, sorted by name, and the broken ones. @throws {LeaseError} when the store cannot be used */
  readonly list: () => Promise<ItemList>;
  /** One item; `null` when there is none. @throws {LedgerError} `broken` when its ledger is */
  readonly read: (item: string) => Promise<ItemReading | null>;
  /** Names of all items, also of those with a broken ledger. */
  readonly names: () => Promise<readonly string[]>;
  /**
   * The last saved run, verified; `null` when there is none, and in a store without a remote. @throws {LedgerError}
   * `broken` when its ledger is not the anchored one
   */
  readonly readRun: (item: string) => Promise<SavedRun | null>;
  /** Nothing changes when the answer is a refusal. @throws {LeaseError} when the store cannot be used */
  readonly change: (change: ItemChange) => Promise<ItemAnswer>;
}
