/**
 * A lease: the right of one holder to work on one item until a time. Each change of a lease gives it another token, and
 * only the current token can write. It is this fencing token, and not the time, that keeps two holders from writing.
 */
import { z } from 'zod';
import { DualgateError } from '../../../gates/errors.ts';
import { freezeJson } from '../../ledger/json.ts';

/**
 * Why there is no answer. `broken`: the store holds something that is no lease. `refused`: git or the remote failed,
 * the store is unchanged. `unknown`: the remote did not answer, and the change may have landed.
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

export type Lease = Readonly<z.output<typeof leaseSchema>>;

export const isItemName = (text: string): boolean => ITEM.test(text);

/** @throws {LeaseError} `broken`, at `place`, when it is not a lease of this item */
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

// A store of leases, in one of three forms: a folder of this machine, the refs of a Git remote, or objects of the
// Restate engine. Every form answers the same: test/queue/leases runs one suite and one model over all of them.

interface Granted {
  readonly granted: true;
  readonly lease: Lease;
}

/**
 * The change did not land, and the store is unchanged. `held`: until `current.until`; `waits`: nobody has the item
 * before that. `stale`: the token is not the current one; `late`: it is, but the lease has expired; `released`: by the
 * holder, before. `ref_moved`: what is carried is not where it was expected.
 */
export interface Refused {
  readonly granted: false;
  readonly why: 'bad_item' | 'held' | 'waits' | 'stale' | 'late' | 'released' | 'ref_moved';
  readonly message: string;
  readonly current: Lease | null;
}

export type LeaseAnswer = Granted | Refused;

/** An item whose lease or ledger cannot be used: it is named and passed over, so that the others are worked on. */
export interface BrokenItem {
  readonly item: string;
  readonly problem: string;
  /** The remote does not give it now, and may give it later. */
  readonly mayPass: boolean;
}

/**
 * `claim`: an item without a lease, or whose lease was released or has expired; `holder` is unique: a second claim by
 * the same name is refused. `renew`: moves `until` to `ttlMs` after now: milliseconds, from 1 to 24 hours. `release`:
 * gives the item back before its time; `waitsUntil`: ISO 8601, nobody claims it before.
 */
export type LeaseChange =
  | { readonly do: 'claim'; readonly item: string; readonly holder: string; readonly ttlMs: number }
  | { readonly do: 'renew'; readonly lease: Lease; readonly ttlMs: number }
  | { readonly do: 'release'; readonly lease: Lease; readonly waitsUntil?: string | null };

export const itemOf = (change: LeaseChange): string => (change.do === 'claim' ? change.item : change.lease.item);

export interface LeaseStore<Carried> {
  /**
   * Replaces the current lease by the next one, if it is still the current one. After a lost answer (kill -9, a broken
   * connection) another change with the same token is refused as stale, if it landed.
   * @param carried - what the holder writes with the change, for example the ledger of the item. It is written if the token
   *   is the current one, and else not. A kill in between leaves it written, and the lease as it was.
   */
  readonly change: (change: LeaseChange, carried?: Carried) => Promise<LeaseAnswer>;
  /** The lease of one item; `null` when it never had one. @throws {LeaseError} `broken` when it is no lease */
  readonly read: (item: string) => Promise<Lease | null>;
  /** The lease of each item, sorted by the item, and what is no lease. */
  readonly list: () => Promise<{ readonly found: readonly Lease[]; readonly broken: readonly BrokenItem[] }>;
}

// The rules of leases, pure: the next lease, or why it is refused. A store replaces a lease only while it is current.

export type LeaseDraft = Omit<Lease, 'token'>;

export type Decision = { readonly next: LeaseDraft } | Refused;

const MAX_TTL_MS = 86_400_000;

/** @throws {LeaseError} `argument` when the holder or a time is wrong */
export const decideLease = (current: Lease | null, change: LeaseChange, now: Date): Decision => {
  if (change.do === 'claim') return decideClaim(current, change, now);
  const { lease } = change;
  if (change.do === 'renew') {
    const until = addTtl(now, change.ttlMs, lease.item);
    return refuseWriter('renew the lease of', current, lease, now) ?? { next: { ...follow(lease), until } };
  }
  const { waitsUntil: until = null } = change;
  const end = until === null ? ({ state: 'released' } as const) : ({ state: 'waits', until } as const);
  return refuseWriter('release', current, lease, now) ?? { next: { ...follow(lease), ...end } };
};

const decideClaim = (
  current: Lease | null,
  { item, holder, ttlMs }: Extract<LeaseChange, { readonly do: 'claim' }>,
  now: Date,
): Decision => {
  if (!isItemName(item)) return refuseName(item);
  if (!/^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u.test(holder))
    throw new LeaseError(
      'argument',
      `Cannot claim ${item}: the holder must be 1 to 200 printable characters (got ${JSON.stringify(holder)}). Name the worker.`,
    );
  const until = addTtl(now, ttlMs, item);
  if (current?.state === 'held' && !isLate(current, now))
    return refuse(
      'held',
      current,
      `Cannot claim ${item}: ${current.holder} holds it until ${current.until} (turn ${current.turn}). Claim another item, or wait until then.`,
    );
  if (current?.state === 'waits' && !isLate(current, now))
    return refuse(
      'waits',
      current,
      `Cannot claim ${item}: it waits until ${current.until}, since ${current.holder} released it for so long (turn ${current.turn}). Claim another item, or wait until then.`,
    );
  const [previous, turn] = [current?.token ?? null, (current?.turn ?? 0) + 1];
  return {
    next: { item, holder, previous, turn, taken: now.toISOString(), until, state: 'held' },
  };
};

const follow = ({ token, ...lease }: Lease): LeaseDraft => ({ ...lease, previous: token });

const isLate = ({ until }: Lease, now: Date): boolean => now.getTime() >= Date.parse(until);

const refuseWriter = (verb: string, current: Lease | null, lease: Lease, now: Date): Refused | null => {
  const { item, until } = lease;
  if (!isItemName(item)) return refuseName(item);
  if (current?.token !== lease.token)
    return refuse(
      'stale',
      current,
      `Cannot ${verb} ${item}: the token of turn ${lease.turn} is stale, since ${describeChange(current, lease)}. Stop this work, then claim an item again.`,
    );
  if (lease.state !== 'held')
    return refuse(
      lease.state,
      current,
      `Cannot ${verb} ${item}: ${lease.holder} released it (turn ${lease.turn}). Claim it again.`,
    );
  if (isLate(lease, now))
    return refuse(
      'late',
      current,
      `Cannot ${verb} ${item}: the lease of ${lease.holder} expired at ${until}. Claim it again; if another holder has it, stop this work.`,
    );
  return null;
};

const describeChange = (current: Lease | null, lease: Lease): string => {
  if (current === null) return 'the store has no lease of it';
  const { holder, turn, until, state } = current;
  if (state === 'released' || state === 'waits') return `${holder} released it (turn ${turn})`;
  return turn === lease.turn
    ? `${holder} renewed it until ${until}`
    : `${holder} holds it until ${until} (turn ${turn})`;
};

const refuse = (why: Refused['why'], current: Lease | null, message: string): Refused => ({
  granted: false,
  why,
  message,
  current,
});

export const refuseName = (item: string): Refused =>
  refuse(
    'bad_item',
    null,
    `Cannot use the item ${JSON.stringify(item)}: its name must be 1 to 100 letters, digits, dots, dashes or underscores, beginning with a letter or digit, without "..", and not ending with a dot or .lock. Rename the item.`,
  );

const addTtl = (now: Date, ttlMs: number, item: string): string => {
  if (!Number.isSafeInteger(ttlMs) || ttlMs < 1 || ttlMs > MAX_TTL_MS)
    throw new LeaseError(
      'argument',
      `Cannot lease ${item}: its time must be a whole number of milliseconds from 1 to ${MAX_TTL_MS} (got ${ttlMs}). Renew the lease if the work takes longer.`,
    );
  return new Date(now.getTime() + ttlMs).toISOString();
};
