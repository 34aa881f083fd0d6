/**
 * Work items on the refs of a Git remote, for machines that share nothing else. The ledger and the lease of an item move
 * in one atomic push, with its run and the branch of a result: the writer whose token is stale changes none of them.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import { anchorFolder, readAnchor, writeAnchor } from '../ledger/anchor.ts';
import { refuseName } from '../leases/decide-lease.ts';
import { isItemName, type Lease } from '../leases/lease.ts';
import type { LeaseRepository } from '../leases/lease-repository.ts';
import type { LeaseAnswer } from '../leases/lease-store.ts';
import type { RefMove } from '../leases/ref-move.ts';
import { takeOne } from '../leases/read-refs.ts';
import { createRemoteLeases } from '../leases/remote-leases.ts';
import { passOver } from './broken-item.ts';
import { followLease, heldAt } from './follow-lease.ts';
import { extendItemLedger, type ItemLedger, readItemLedger } from './item-ledger.ts';
import { listAnchored, nameAnchor } from './name-anchor.ts';
import type { ItemDraft } from './item-record.ts';
import { type ItemTip, LEDGERS, readItemTips, readRunFile, writeLedgerCommit } from './item-refs.ts';
import { foldItem } from './item-state.ts';
import type { ItemAnswer, ItemChange, ItemDecision, ItemReading, ItemStore } from './item-store.ts';
import { checkSavedRun, type RunToSave, workRef } from './saved-run.ts';
import { refuse } from './word-refusal.ts';

interface RemoteItemsOptions {
  readonly repository: LeaseRepository;
  /** A URL or an absolute path, from the operator. */
  readonly remote: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
}

/** Another writer can be faster; then the change is decided again. */
const MAX_TRIES = 6;

/** An item as it is on the remote, and as its next writer continues it. */
interface Found {
  readonly reading: ItemReading;
  /** The commit of the ledger's ref. */
  readonly commit: string;
  /** Records of the lease that the ledger lacks. */
  readonly missing: readonly ItemDraft[];
}

/** @throws {LeaseError} from every call, when git or the remote fails @throws {LedgerError} `broken` from a reading */
export const createRemoteItems = ({ repository, remote, env, now }: RemoteItemsOptions): ItemStore => {
  const leases = createRemoteLeases({ repository, remote, now });
  const known = new Map<string, string>();
  const readTips = (item?: string) =>
    readItemTips(repository, { remote, known, ...(item === undefined ? {} : { item }) });
  const anchors = anchorFolder(env);
  const anchorOf = (item: string): string => nameAnchor(remote, item);

  const verify = ({ item, bytes }: ItemTip, seen: ReturnType<typeof readAnchor>): ItemLedger => {
    const ledger = readItemLedger(bytes, `${LEDGERS}${item} of ${remote}`, seen);
    // From here on, this machine recognises a remote that goes back behind it.
    const { seq, hash } = ledger.head;
    if (seen === null || seen.seq < seq) writeAnchor(anchors, anchorOf(item), { seq, hash, at: now().toISOString() });
    return ledger;
  };

  /** The anchor is read before the ref: another process of this machine may move both. */
  const readOne = async (item: string): Promise<Found | null> => {
    const seen = readAnchor(anchors, anchorOf(item));
    const lease = heldAt(await leases.read(item), now());
    const tip = takeOne(await readTips(item));
    if (tip === null) return null;
    const ledger = verify(tip, seen);
    return { reading: { ledger, state: foldItem(ledger.records), lease }, commit: tip.commit, missing: [] };
  };

  /** @param lease - the live one; `null` also for a lease that this change has just claimed */
  const follow = (found: Found | null, lease: Lease | null): Found | null => {
    if (found === null) return null;
    const missing = followLease(found.reading.state, lease);
    const ledger = extendItemLedger(found.reading.ledger, missing, now());
    return { ...found, missing, reading: { ledger, state: foldItem(ledger.records), lease } };
  };

  /** The moves of the ledger's ref, and of the files of its run. */
  const moveLedger = async (
    item: string,
    found: Found | null,
    drafts: readonly ItemDraft[],
    run?: RunToSave,
  ): Promise<{ readonly moves: readonly RefMove[]; readonly ledger: ItemLedger }> => {
    const ledger = extendItemLedger(found?.reading.ledger ?? null, drafts, now());
    const previous = found?.commit ?? null;
    const { bytes } = ledger;
    const to = await writeLedgerCommit(repository, { item, bytes, run: run?.bytes, previous, now: now() });
    const moves = [{ ref: `${LEDGERS}${item}`, to, from: previous }];
    if (run === undefined) return { ledger, moves };
    const from = found?.reading.state.saved?.work ?? null;
    return { ledger, moves: [...moves, { ref: workRef(item), to: run.work, from }] };
  };

  /** Under a lease that is held already. */
  const write = async (
    { item, ttlMs, moves: further = [], run }: ItemChange,
    { found, lease, decision }: { readonly found: Found | null; readonly lease: Lease; readonly decision: Accepted },
  ): Promise<ItemAnswer | 'again'> => {
    const drafts = [...(run === undefined ? [] : [noteSave(lease, run)]), ...decision.write(lease)];
    const { moves, ledger } = await moveLedger(item, found, drafts, run);
    const pushed = await push(lease, [...moves, ...further], decision, ttlMs);
    if (pushed.granted) {
      writeAnchor(anchors, anchorOf(item), { ...ledger.head, at: now().toISOString() });
      const held = heldAt(pushed.lease, now());
      return { ok: true, reading: { ledger, state: foldItem(ledger.records), lease: held } };
    }
    return pushed.why === 'stale' ? 'again' : refuse(pushed.why, pushed.message);
  };

  const push = (lease: Lease, moves: readonly RefMove[], decision: Accepted, ttlMs: number): Promise<LeaseAnswer> => {
    if (decision.lease === 'finish') return leases.finish(lease, decision.result, moves);
    return decision.lease === 'claim' || decision.lease === 'renew'
      ? leases.renew(lease, ttlMs, moves)
      : leases.release(lease, moves);
  };

  const tryOnce = async (change: ItemChange): Promise<ItemAnswer | 'again'> => {
    const { item, session, decide, ttlMs } = change;
    const there = await readOne(item);
    const found = follow(there, there?.reading.lease ?? null);
    const decision = decide(found?.reading ?? null);
    if (!decision.ok) return decision;
    const { lease = null } = found?.reading ?? {};
    if (decision.lease !== 'claim' && lease !== null) return write(change, { found, lease, decision });
    // An operator's change is made under a lease, too: its holder is the only writer.
    const claimed = await leases.claim(item, session ?? `operator-${randomUUID()}`, ttlMs);
    if (!claimed.granted) return refuse(claimed.why, claimed.message);
    const answer = await write(change, { found, lease: claimed.lease, decision });
    // The holder before wrote after the reading: nothing was pushed.
    if (answer !== 'again' && !answer.ok) await leases.release(claimed.lease);
    return answer !== 'again' && !answer.ok && answer.why === 'ref_moved' ? 'again' : answer;
  };

  return {
    place: remote,
    isRemote: true,
    read: async (item) => (isItemName(item) ? ((await readOne(item))?.reading ?? null) : null),
    readRun: async (item) => {
      const found = isItemName(item) ? await readOne(item) : null;
      const saved = found?.reading.state.saved ?? null;
      if (found === null || saved === null) return null;
      return checkSavedRun(await readRunFile(repository, found.commit), saved, `${LEDGERS}${item} of ${remote}`);
    },
    names: async () => {
      const { found, broken } = await readTips();
      return [...found, ...broken].map(({ item }) => item).toSorted();
    },
    list: async () => {
      const before = new Map(listAnchored(anchors, remote).map((item) => [item, readAnchor(anchors, anchorOf(item))]));
      const ofLeases = await leases.readAll();
      const current = new Map(ofLeases.found.map((lease) => [lease.item, lease]));
      const tips = await readTips();
      const bad = new Map([...ofLeases.broken, ...tips.broken].map((each) => [each.item, each]));
      const { found, broken } = await passOver(
        tips.found.filter(({ item }) => !bad.has(item)),
        (tip) => {
          const ledger = verify(tip, before.get(tip.item) ?? null);
          return { ledger, state: foldItem(ledger.records), lease: heldAt(current.get(tip.item) ?? null, now()) };
        },
      );
      return {
        items: found.toSorted((one, other) => (one.state.item < other.state.item ? -1 : 1)),
        broken: [
          ...[...bad.values()].map(({ item, trouble, problem }) => ({ item, problem, mayPass: trouble === 'refused' })),
          ...broken,
        ],
      };
    },
    change: async (change) => {
      const { item } = change;
      if (!isItemName(item)) return refuse('bad_item', refuseName(item).message);
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const answer = await tryOnce(change);
        if (answer !== 'again') return answer;
      }
      return refuse(
        'store_changed',
        `Cannot change ${item} on ${remote}: other writers were faster, ${MAX_TRIES} times. Try again.`,
      );
    },
  };
};

const noteSave = ({ holder: session }: Lease, { bytes: _bytes, ...anchor }: RunToSave): ItemDraft => ({
  type: 'item.run_saved',
  data: { session, ...anchor },
});

type Accepted = Extract<ItemDecision, { readonly ok: true }>;
