/**
 * The rules of leases, pure: the next lease, or the reason for a refusal. Every store asks them about its current lease,
 * and replaces that lease only if it is still the current one.
 */
import { isItemName, type Lease, LeaseError, type Refused } from './lease.ts';

/** The next lease without its token, which the store makes. */
export type LeaseDraft = Omit<Lease, 'token'>;

export type Decision = { readonly next: LeaseDraft } | Refused;

const MAX_TTL_MS = 86_400_000;

/** @throws {LeaseError} `argument` when the holder or the time is wrong */
export const decideClaim = (
  current: Lease | null,
  { item, holder, ttlMs }: { readonly item: string; readonly holder: string; readonly ttlMs: number },
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

/** @throws {LeaseError} `argument` when the time is wrong */
export const decideRenewal = (current: Lease | null, lease: Lease, ttlMs: number, now: Date): Decision => {
  const until = addTtl(now, ttlMs, lease.item);
  return refuseWriter('renew the lease of', current, lease, now) ?? { next: { ...follow(lease), until } };
};

/** @param waitsUntil - ISO 8601: nobody claims it before; `null`: anybody may at once */
export const decideRelease = (
  current: Lease | null,
  lease: Lease,
  now: Date,
  waitsUntil: string | null = null,
): Decision =>
  refuseWriter('release', current, lease, now) ?? {
    next:
      waitsUntil === null
        ? { ...follow(lease), state: 'released' }
        : { ...follow(lease), state: 'waits', until: waitsUntil },
  };

const follow = ({ token, ...lease }: Lease): LeaseDraft => ({ ...lease, previous: token });

const isLate = ({ until }: Lease, now: Date): boolean => now.getTime() >= Date.parse(until);

/** The refusal of a write by a holder who may not write; `null` for one who may. */
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

/** Before a store looks for its file or ref. */
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
