/**
 * A lease: the right of one holder to work on one item until a time. Each change of a lease gives it another token, and
 * only the current token can write. It is this fencing token, and not the time, that keeps two holders from writing.
 */
import { z } from 'zod';
import { DualgateError } from '../../../gates/errors.ts';
import { freezeJson } from '../../ledger/json.ts';

// The error of leases: a wrong argument, or a store that cannot be used. A refused claim, renewal, release or result is a value
// and never one of these.

/**
 * Why there is no answer. `argument`: the caller passed something wrong. `broken`: the store holds something that is no
 * lease. `refused`: git or the remote failed, and the store is unchanged. `unknown`: the remote did not answer, and the
 * change may have landed.
 */
type LeaseTrouble = 'argument' | 'broken' | 'refused' | 'unknown';

/** A lease cannot be read or changed; `trouble` says why. Fix: check the remote, then repeat. */
export class LeaseError extends DualgateError {
  override readonly name = 'LeaseError';
  readonly code = 'E_LEASE';
  readonly trouble: LeaseTrouble;

  constructor(trouble: LeaseTrouble, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.trouble = trouble;
  }
}

/** An item's name is one component of a Git ref and one file name, in every store. */
const ITEM = /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?$/;

const leaseSchema = z.strictObject({
  /** The name of the work. */
  item: z.string().regex(ITEM),
  /** The last holder: a name that is unique among workers. */
  holder: z.string().min(1).max(200),
  /** The fencing token: opaque, another one after each change. */
  token: z.string().min(1),
  /** The token before this one; `null` for the first. */
  previous: z.string().min(1).nullable(),
  /** From 1; each claim adds 1. A renewal does not. */
  turn: z.int().min(1),
  /** ISO 8601: the time of the claim, by the clock of the store: that of the holder, or of an engine. */
  taken: z.iso.datetime(),
  /** ISO 8601, by the same clock: from this time on, another holder may claim the item. */
  until: z.iso.datetime(),
  /** `released`: anyone may claim the item. `waits`: anyone may, from `until` on. */
  state: z.enum(['held', 'released', 'waits']),
});

/** A lease, as a store answers it. */
export type Lease = Readonly<z.output<typeof leaseSchema>>;

/** Whether a text can name an item. */
export const isItemName = (text: string): boolean => ITEM.test(text);

/**
 * Reads a lease from JSON.
 *
 * @param place - names the file or ref in the message
 * @throws {LeaseError} `broken` when it is not a lease of this item
 */
export const parseLease = (found: unknown, item: string, place: string): Lease => {
  const parsed = leaseSchema.safeParse(found);
  if (parsed.success && parsed.data.item === item) return freezeJson(parsed.data);
  const [issue] = parsed.error?.issues ?? [];
  const problem = parsed.success
    ? `it is of the item ${parsed.data.item}`
    : `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'not a lease'}`;
  throw new LeaseError(
    'broken',
    `Cannot use the lease ${place}: it is not a lease of ${item} (got ${problem}). Compare it with a copy. If no worker has the item, delete it.`,
  );
};

// A store of leases, in one of three forms: a folder of this machine, the refs of a Git remote, or objects of the Restate
// engine. Every form answers the same: test/queue/leases runs one suite and one model over all of them.

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
