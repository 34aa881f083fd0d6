/** Work items: their ledgers in one place, their leases in a store, and each change as one decision. */
import { randomUUID } from 'node:crypto';
import { DualgateError } from '../../../gates/errors.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { LeaseError, type BrokenItem, type Lease, isItemName, type LeaseStore, refuseName } from '../leases/lease.ts';
import { RunError } from '../../records/run-error.ts';
import { findWorkItemRefusal } from '../../../machines/index.ts';
import type { ItemDraft } from './item-record.ts';
import { type ItemState, foldItem } from './item-state.ts';
import {
  type ItemAnswer,
  type ItemChange,
  type ItemDecision,
  type ItemReading,
  type ItemStore,
  type RunToSave,
  refuse,
} from './item-store.ts';
import { extendItemLedger } from './ledgers/item-ledger.ts';
import type { FoundLedger, ItemLedgers } from './ledgers/item-refs.ts';

const NOT_OF_ITEM: ReadonlySet<string> = new Set(['unwritable', 'exists']);

/** Whether the item itself is broken, and neither the connection nor this machine. */
export const isOfItem = (error: unknown): error is DualgateError =>
  (error instanceof LeaseError && error.trouble === 'broken') ||
  (error instanceof LedgerError && !NOT_OF_ITEM.has(error.trouble)) ||
  error instanceof RunError;

export const passOver = async <Item extends { readonly item: string }, Found>(
  items: readonly Item[],
  read: (item: Item) => Promise<Found> | Found,
): Promise<{ readonly found: readonly Found[]; readonly broken: readonly BrokenItem[] }> => {
  const [found, broken]: readonly [Found[], BrokenItem[]] = [[], []];
  for (const each of items) {
    try {
      found.push(await read(each));
    } catch (error) {
      if (!isOfItem(error)) throw error;
      broken.push({ item: each.item, problem: error.message, mayPass: false });
    }
  }
  return { found, broken };
};

interface SeenLease {
  readonly lease: Lease | null;
  /** ISO 8601: nobody can claim the item before; `null`: it does not wait. */
  readonly waitsUntil: string | null;
}

export const seeLease = (lease: Lease | null, now: Date): SeenLease => {
  const isLive = lease !== null && now.getTime() < Date.parse(lease.until);
  return {
    lease: isLive && lease.state === 'held' ? lease : null,
    waitsUntil: isLive && lease.state === 'waits' ? lease.until : null,
  };
};

/** @param lease - as of `seeLease` @returns the records that are missing in the ledger */
export const followLease = (state: ItemState, lease: Lease | null): readonly ItemDraft[] => {
  const { holder } = state;
  if (holder === (lease?.holder ?? null)) return [];
  const drafts: ItemDraft[] = [];
  if (holder !== null) drafts.push({ type: 'item.released', data: { session: holder, why: 'expired' } });
  if (lease === null) return drafts;
  const { holder: session, turn, until } = lease;
  const context = { enabled: false, holder: null, exited: state.exited, blockedIn: state.blockedIn };
  // The session of the last exit: it was killed after its record, and before its lease was given back.
  const refusal = findWorkItemRefusal(state.phase, context, { type: 'item.claimed', session });
  if (refusal === null) drafts.push({ type: 'item.claimed', data: { session, turn, until } });
  return drafts;
};

interface ItemsOptions<Carried> {
  readonly leases: LeaseStore<Carried>;
  readonly ledgers: ItemLedgers<Carried>;
  readonly now: () => Date;
}

const MAX_TRIES = 6;

interface Found {
  readonly there: FoundLedger;
  readonly reading: ItemReading;
  /** Records of the lease that the ledger lacks. */
  readonly missing: readonly ItemDraft[];
}

type Accepted = Extract<ItemDecision, { readonly ok: true }>;

export const createItems = <Carried>({ leases, ledgers, now }: ItemsOptions<Carried>): ItemStore => {
  const describe = ({ ledger }: Pick<FoundLedger, 'ledger'>, lease: Lease | null): ItemReading => ({
    ledger,
    state: foldItem(ledger.records),
    ...seeLease(lease, now()),
  });

  const readOne = async (item: string): Promise<Found | null> => {
    if (!isItemName(item)) return null;
    const lease = await leases.read(item);
    const there = await ledgers.read(item);
    return there === null ? null : { there, reading: describe(there, lease), missing: [] };
  };

  /** With the records of its lease, which a session that was killed did not write. */
  const readToWrite = async (item: string): Promise<Found | null> => {
    const found = await readOne(item);
    if (found === null) return null;
    const { state, lease } = found.reading;
    // A kill between the record of an exit and the release of the lease.
    const isLeft = lease !== null && lease.holder === state.exited;
    if (isLeft) await leases.change({ do: 'release', lease });
    const live = isLeft ? null : lease;
    const missing = followLease(state, live);
    const ledger = extendItemLedger(found.there.ledger, missing, now());
    return { ...found, missing, reading: { ...found.reading, ledger, state: foldItem(ledger.records), lease: live } };
  };

  const write = async (
    { item, ttlMs, moves = [], run }: ItemChange,
    { found, lease, decision }: { readonly found: Found | null; readonly lease: Lease; readonly decision: Accepted },
  ): Promise<ItemAnswer | 'again'> => {
    const before = found?.there ?? null;
    const drafts = [
      ...(found?.missing ?? []),
      ...(run === undefined ? [] : [noteSave(lease, run)]),
      ...decision.write(lease),
    ];
    const replaces = found?.reading.state.saved?.work ?? null;
    const toSave = run === undefined ? null : { toSave: run, replaces };
    const isNothing = drafts.length === 0 && moves.length === 0 && before !== null;
    const extended = isNothing ? null : await ledgers.extend({ item, before, drafts, moves, run: toSave });
    const isKept = decision.lease === 'claim' || decision.lease === 'renew';
    const { waitsUntil = null } = decision;
    const pushed = await leases.change(
      isKept ? { do: 'renew', lease, ttlMs } : { do: 'release', lease, waitsUntil },
      extended?.carried,
    );
    if (pushed.granted) {
      extended?.landed();
      const ledger = extended?.ledger ?? found?.reading.ledger;
      return ledger === undefined ? 'again' : { ok: true, reading: describe({ ledger }, pushed.lease) };
    }
    // A ledger that moved is decided on again; another ref is in the way of every try.
    const isMoved = pushed.why === 'ref_moved' && (await ledgers.read(item))?.commit !== before?.commit;
    return pushed.why === 'stale' || isMoved ? 'again' : refuse(pushed.why, pushed.message);
  };

  const tryOnce = async (change: ItemChange): Promise<ItemAnswer | 'again'> => {
    const { item, session, decide, ttlMs } = change;
    const found = await readToWrite(item);
    const decision = decide(found?.reading ?? null);
    if (!decision.ok) return decision;
    const { lease = null } = found?.reading ?? {};
    if (decision.lease !== 'claim' && lease !== null) return write(change, { found, lease, decision });
    // An operator's change is made under a lease, too: its holder is the only writer.
    const claimed = await leases.change({ do: 'claim', item, holder: session ?? `operator-${randomUUID()}`, ttlMs });
    if (!claimed.granted) return refuse(claimed.why, claimed.message);
    const answer = await write(change, { found, lease: claimed.lease, decision });
    // The holder before wrote after the reading: nothing was written.
    if (answer !== 'again' && answer.ok) return answer;
    const current = await leases.read(item);
    if (current?.holder === claimed.lease.holder && current.state === 'held')
      await leases.change({ do: 'release', lease: current });
    return answer;
  };

  return {
    place: ledgers.place,
    isRemote: ledgers.isRemote,
    read: async (item) => (await readOne(item))?.reading ?? null,
    readRun: async (item) => {
      const found = await readOne(item);
      const saved = found?.reading.state.saved ?? null;
      return found === null || saved === null ? null : ledgers.readRun(found.there, saved);
    },
    names: ledgers.names,
    list: async () => {
      const ofLeases = await leases.list();
      const current = new Map(ofLeases.found.map((lease) => [lease.item, lease]));
      const there = await ledgers.list();
      const bad = new Map([...ofLeases.broken, ...there.broken].map((each) => [each.item, each]));
      const { found, broken } = await passOver(
        there.found.filter(({ item }) => !bad.has(item)),
        (each) => describe(each, current.get(each.item) ?? null),
      );
      const items = found.toSorted((one, other) => (one.state.item < other.state.item ? -1 : 1));
      return { items, broken: [...bad.values(), ...broken] };
    },
    change: async (change) => {
      const { item } = change;
      if (!isItemName(item)) return refuse('bad_item', refuseName(item).message);
      return ledgers.alone(item, async () => {
        for (let tries = 0; tries < MAX_TRIES; tries += 1) {
          const answer = await tryOnce(change);
          if (answer !== 'again') return answer;
        }
        return refuse(
          'store_changed',
          `Cannot change ${item} on ${ledgers.place}: other writers were faster, ${MAX_TRIES} times. Try again.`,
        );
      });
    },
  };
};

const noteSave = ({ holder: session }: Lease, { bytes: _bytes, ...anchor }: RunToSave): ItemDraft => ({
  type: 'item.run_saved',
  data: { session, ...anchor },
});

export interface VerifiedItem {
  readonly item: string;
  readonly ok: boolean;
  readonly records: number;
  readonly problem: string | null;
}

/** Every item of the store, sorted by name. @throws {LeaseError} when the remote does not answer */
export const verifyItems = async (
  store: Pick<ItemStore, 'names' | 'read' | 'readRun'>,
): Promise<readonly VerifiedItem[]> => {
  const verified: VerifiedItem[] = [];
  for (const item of await store.names()) verified.push(await verifyItem(item, store));
  return verified;
};

const verifyItem = async (
  item: string,
  { read, readRun }: Pick<ItemStore, 'read' | 'readRun'>,
): Promise<VerifiedItem> => {
  try {
    const reading = await read(item);
    await readRun(item);
    return { item, ok: reading !== null, records: reading?.ledger.records.length ?? 0, problem: null };
  } catch (error) {
    if (!isOfItem(error)) throw error;
    return { item, ok: false, records: 0, problem: error.message };
  }
};
