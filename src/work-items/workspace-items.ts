/**
 * Work items of a workspace: a ledger for each in `.dualgate/items/`, its anchor and its lease outside, where an agent
 * does not write. A lock keeps other commands away from an item while one of them changes it.
 *
 * @module
 */
import { listNames } from '../files/folders.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorFolder, readAnchor, writeAnchor } from '../ledger/anchor.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { hashBytes } from '../ledger/ledger-record.ts';
import { createLedger, openLedger } from '../ledger/ledger.ts';
import { makePrivateFolder } from '../ledger/files/private.ts';
import { stateFolder } from '../ledger/state-folder.ts';
import { refuseName } from '../leases/decide-lease.ts';
import { isItemName, type Lease } from '../leases/lease.ts';
import { waitForLock } from '../leases/wait-for-lock.ts';
import { createWorkspaceLeases } from '../leases/workspace-leases.ts';
import { createStateFolder } from '../records/run-folders.ts';
import { passOver } from './broken-item.ts';
import { followLease, heldAt } from './follow-lease.ts';
import { extendItemLedger, type ItemLedger, readItemLedger } from './item-ledger.ts';
import type { ItemDraft } from './item-record.ts';
import { foldItem } from './item-state.ts';
import { listAnchored, nameAnchor } from './name-anchor.ts';
import type { ItemChange, ItemReading, ItemStore } from './item-store.ts';
import { refuse } from './word-refusal.ts';

interface WorkspaceItemsOptions {
  /** Absolute: the workspace. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
}

/** @throws {LockError} from a change, when another process keeps the lock of the item for 10 seconds */
export const createWorkspaceItems = ({ folder, env, now }: WorkspaceItemsOptions): ItemStore => {
  const state = join(folder, '.dualgate');
  const items = join(state, 'items');
  const outside = join(stateFolder(env), 'items', hashBytes(folder).slice(0, 16));
  const leases = createWorkspaceLeases({ folder: join(outside, 'leases'), now });
  const anchors = anchorFolder(env);
  const pathOf = (item: string): string => join(items, item, 'ledger.jsonl');

  const readOne = (item: string, lease: Lease | null): ItemReading | null => {
    const anchor = readAnchor(anchors, nameAnchor(folder, item));
    const path = pathOf(item);
    if (!existsSync(path)) {
      if (anchor === null) return null;
      throw broken(path, `it is missing, although its record ${anchor.seq} is anchored. Restore it from a copy.`);
    }
    if (anchor === null)
      throw broken(path, `it has no anchor in ${anchors}. If nobody added this item, delete the folder of the ledger.`);
    const ledger = readItemLedger(readFileSync(path), path, anchor);
    return { ledger, state: foldItem(ledger.records), lease: heldAt(lease, now()) };
  };

  const append = (item: string, drafts: readonly ItemDraft[]): void => {
    const path = pathOf(item);
    const name = nameAnchor(folder, item);
    createStateFolder({ state });
    const isNew = !existsSync(path);
    const ledger = isNew
      ? createLedger(path, { now })
      : openLedger(path, { now, anchor: readAnchor(anchors, name) }).ledger;
    try {
      for (const { type, data } of drafts) {
        if (writeAnchor(anchors, name, ledger.append(type, { ...data }))) continue;
        throw broken(path, `its head cannot be anchored in ${anchors}. Check the permissions of that folder.`);
      }
    } finally {
      ledger.close();
    }
  };

  const change = async ({ item, session = '', decide, ttlMs }: ItemChange) => {
    const before = readOne(item, await leases.read(item));
    const late = before?.lease ?? null;
    const isLeft = late !== null && late.holder === before?.state.exited;
    // A kill between the record of the exit and the release.
    if (isLeft) await leases.release(late);
    const missing = before === null ? [] : followLease(before.state, isLeft ? null : late);
    const reading = before === null ? null : follow(before, missing, isLeft, now());
    const decision = decide(reading);
    if (!decision.ok) return decision;
    let lease = reading?.lease ?? null;
    if (decision.lease === 'claim' || (decision.lease === 'renew' && lease !== null)) {
      const answer =
        decision.lease === 'renew' && lease !== null
          ? await leases.renew(lease, ttlMs)
          : await leases.claim(item, session, ttlMs);
      if (!answer.granted) return refuse(answer.why, answer.message);
      ({ lease } = answer);
    }
    const drafts = [...missing, ...decision.write(lease)];
    if (drafts.length > 0) append(item, drafts);
    // The ledger comes first: after a kill, the next change releases the lease.
    if (decision.lease === 'release' && lease !== null) await leases.release(lease);
    if (decision.lease === 'finish' && lease !== null) await leases.finish(lease, decision.result);
    const after = readOne(item, await leases.read(item));
    return after === null ? unknown(item) : ({ ok: true, reading: after } as const);
  };

  const names = async (): Promise<readonly string[]> => {
    const found = [...listNames(items), ...listAnchored(anchors, folder)];
    return [...new Set(found.filter(isItemName))].toSorted();
  };

  return {
    place: folder,
    isRemote: false,
    names,
    read: async (item) => (isItemName(item) ? readOne(item, await leases.read(item)) : null),
    readRun: () => Promise.resolve(null),
    list: async () => {
      const all = (await names()).map((item) => ({ item }));
      const { found, broken } = await passOver(all, async ({ item }) => readOne(item, await leases.read(item)));
      return { items: found.filter((each) => each !== null), broken };
    },
    change: async (asked) => {
      const { item } = asked;
      if (!isItemName(item)) return refuse('bad_item', refuseName(item).message);
      makePrivateFolder(outside);
      const lock = await waitForLock(join(outside, `${item}.lock`), { run: `item-${item}`, now });
      try {
        return await change(asked);
      } finally {
        lock.release();
      }
    },
  };
};

/** As it is with the missing records; nothing is written. */
const follow = (before: ItemReading, missing: readonly ItemDraft[], isLeft: boolean, now: Date): ItemReading => {
  if (missing.length === 0) return isLeft ? { ...before, lease: null } : before;
  const ledger: ItemLedger = extendItemLedger(before.ledger, missing, now);
  return { ledger, state: foldItem(ledger.records), lease: isLeft ? null : before.lease };
};

const unknown = (item: string) =>
  refuse('unknown_item', `Cannot find the work item ${item}. dualgate work list shows the names of all.`);

const broken = (path: string, what: string): LedgerError =>
  new LedgerError('broken', `Cannot use the ledger ${path}: ${what}`, { path });
