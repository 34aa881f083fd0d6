/**
 * A store of leases: the workspace of one machine, or the refs of a Git remote that several machines share. Every store
 * answers the same: test/leases runs one suite over all of them.
 *
 * @module
 */
import type { JsonObject } from '../ledger/json.ts';
import type { Lease } from './lease.ts';

/** The change landed. */
interface Granted {
  readonly granted: true;
  readonly lease: Lease;
}

/**
 * The change did not land, and the store is unchanged.
 *
 * - `bad_item`: the text cannot name an item.
 * - `held`: another holder has the item, until `current.until`.
 * - `done`: the item is finished.
 * - `stale`: the token is not the current one.
 * - `late`: the token is the current one, but the lease expired by the clock of its holder.
 * - `released`: the holder released the lease before.
 * - `ref_moved`: a further ref of the write is not where it was expected.
 */
export interface Refused {
  readonly granted: false;
  readonly why: 'bad_item' | 'held' | 'done' | 'stale' | 'late' | 'released' | 'ref_moved';
  /** One or two sentences: the reason and the next step. */
  readonly message: string;
  /** The lease in the store; `null` without one. */
  readonly current: Lease | null;
}

export type LeaseAnswer = Granted | Refused;

/**
 * A lost answer (kill -9, a broken connection) loses no work: `finish` with the same lease and result is granted again,
 * and another change of the same holder is refused as stale.
 */
export interface LeaseStore {
  /**
   * Claims an item that has no lease, or whose lease was released, or expired by the clock of the caller.
   *
   * @param holder - unique among workers: a second claim by the same name is refused as well
   * @param ttlMs - milliseconds, from 1 to 24 hours
   */
  readonly claim: (item: string, holder: string, ttlMs: number) => Promise<LeaseAnswer>;
  /** Moves `until` to `ttlMs` after the present time. The answer has the next token. */
  readonly renew: (lease: Lease, ttlMs: number) => Promise<LeaseAnswer>;
  /** Gives the item back before its time. */
  readonly release: (lease: Lease) => Promise<LeaseAnswer>;
  /** The fenced write: the result lands only with the current token, and the item is done. */
  readonly finish: (lease: Lease, result: JsonObject) => Promise<LeaseAnswer>;
  /** The lease of one item; `null` when it never had one. */
  readonly read: (item: string) => Promise<Lease | null>;
  /** The lease of each item, sorted by the item. */
  readonly list: () => Promise<readonly Lease[]>;
}
