/**
 * The ledgers of work items: in a folder of this machine, or on the refs of a Git remote. A store of leases says who may write
 * one, and the change of a lease carries the write.
 *
 * @module
 */
import type { BrokenItem } from '../../leases/lease-store.ts';
import type { RefMove } from '../../leases/ref-move.ts';
import type { ItemDraft } from '../item-record.ts';
import type { RunToSave, SavedRun } from '../saved-run.ts';
import type { ItemLedger } from './item-ledger.ts';

export interface FoundLedger {
  readonly item: string;
  readonly ledger: ItemLedger;
  /** The commit of its ref; `null` in a folder. */
  readonly commit: string | null;
}

/** Further records of an item. */
interface Extension {
  readonly item: string;
  /** `null`: a new ledger. */
  readonly before: FoundLedger | null;
  readonly drafts: readonly ItemDraft[];
  /** Refs that move with them; a folder ignores them. */
  readonly moves: readonly RefMove[];
  /** The run of the item, which is saved with them, and the files that it replaces; a folder ignores it. */
  readonly run: { readonly toSave: RunToSave; readonly replaces: string | null } | null;
}

interface Extended<Carried> {
  readonly carried: Carried;
  /** As it is then. */
  readonly ledger: ItemLedger;
  /** To be called when the change of the lease landed. */
  readonly landed: () => void;
}

export interface ItemLedgers<Carried> {
  /** For messages: the folder or the remote. */
  readonly place: string;
  /** Whether results have to be pushed, to be seen by others. */
  readonly isRemote: boolean;
  /** Verified; `null` when there is none. @throws {LedgerError} `broken` when it is */
  readonly read: (item: string) => Promise<FoundLedger | null>;
  /** All of them, and the broken ones. */
  readonly list: () => Promise<{ readonly found: readonly FoundLedger[]; readonly broken: readonly BrokenItem[] }>;
  /** Names of all items, also of those with a broken ledger. */
  readonly names: () => Promise<readonly string[]>;
  /** The run that was saved with it. */
  readonly readRun: (found: FoundLedger, saved: SavedRun['saved']) => Promise<SavedRun | null>;
  /** Other processes of this machine wait; those of other machines do not. */
  readonly alone: <T>(item: string, act: () => Promise<T>) => Promise<T>;
  /** Nothing of it can be seen before its carrier lands. */
  readonly extend: (extension: Extension) => Promise<Extended<Carried>>;
}
