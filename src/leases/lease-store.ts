/**
 * A store of leases, in one of three forms: a folder of this machine, the refs of a Git remote, or objects of the Restate
 * engine. Every form answers the same: test/leases runs one suite and one model over all of them.
 *
 * @module
 */
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
 * - `waits`: nobody has the item before `current.until`.
 * - `stale`: the token is not the current one.
 * - `late`: the token is the current one, but the lease has expired.
 * - `released`: the holder released the lease before.
 * - `ref_moved`: what is carried is not where it was expected.
 */
export interface Refused {
  readonly granted: false;
  readonly why: 'bad_item' | 'held' | 'waits' | 'stale' | 'late' | 'released' | 'ref_moved';
  /** One or two sentences: the reason and the next step. */
  readonly message: string;
  /** The lease in the store; `null` without one. */
  readonly current: Lease | null;
}

export type LeaseAnswer = Granted | Refused;

/** An item whose lease or ledger cannot be used: it is named and passed over, so that the others are worked on. */
export interface BrokenItem {
  readonly item: string;
  /** Names the file or the ref, what is wrong, and the next step. */
  readonly problem: string;
  /** The remote does not give it now, and may give it later. */
  readonly mayPass: boolean;
}

/**
 * After a lost answer (kill -9, a broken connection) another change with the same token is refused as stale, if it landed.
 *
 * `carried`: what the holder writes with the change, for example the ledger of the item. It is written if the token is the
 * current one, and else not. A kill in between leaves it written, and the lease as it was.
 */
export interface LeaseStore<Carried> {
  /**
   * Claims an item that has no lease, or whose lease was released, or has expired.
   *
   * @param holder - unique among workers: a second claim by the same name is refused as well
   * @param ttlMs - milliseconds, from 1 to 24 hours
   */
  readonly claim: (item: string, holder: string, ttlMs: number) => Promise<LeaseAnswer>;
  /** Moves `until` to `ttlMs` after the present time. The answer has the next token. */
  readonly renew: (lease: Lease, ttlMs: number, carried?: Carried) => Promise<LeaseAnswer>;
  /** Gives the item back before its time. @param waitsUntil - ISO 8601: nobody claims it before. @default at once */
  readonly release: (lease: Lease, carried?: Carried, waitsUntil?: string | null) => Promise<LeaseAnswer>;
  /** The lease of one item; `null` when it never had one. @throws {LeaseError} `broken` when it is no lease */
  readonly read: (item: string) => Promise<Lease | null>;
  /** The lease of each item, sorted by the item, and what is no lease. */
  readonly list: () => Promise<{ readonly found: readonly Lease[]; readonly broken: readonly BrokenItem[] }>;
}
