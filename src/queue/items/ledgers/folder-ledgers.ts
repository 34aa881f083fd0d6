/** Ledgers of work items in a workspace: in `.dualgate/items/`, their anchors outside, where no agent writes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashBytes } from '../../../ledger/ledger-record.ts';
import { listNames, makePrivateFolder } from '../../../base/files/folders.ts';
import { anchorFolder, readAnchor, writeAnchor } from '../../../ledger/anchor.ts';
import { LedgerError } from '../../../ledger/ledger-error.ts';
import { createLedger, openLedger } from '../../../ledger/ledger.ts';
import { isItemName } from '../../leases/lease.ts';
import { waitForLock } from '../../leases/folder-leases.ts';
import { createStateFolder } from '../../../records/run-folders.ts';
import { passOver } from '../create-items.ts';
import type { ItemDraft } from '../item-record.ts';
import { extendItemLedger, readItemLedger } from './item-ledger.ts';
import type { FoundLedger, ItemLedgers } from './item-refs.ts';

const END = '.json';

export const nameAnchor = (place: string, item: string): string => `item-${hashBytes(place).slice(0, 16)}-${item}`;

export const listAnchored = (anchors: string, place: string): readonly string[] => {
  const prefix = nameAnchor(place, '');
  return listNames(anchors)
    .filter((name) => name.startsWith(prefix) && name.endsWith(END))
    .map((name) => name.slice(prefix.length, -END.length));
};

interface FolderLedgerOptions {
  /** Absolute: the workspace. */
  readonly folder: string;
  /** Absolute: a folder outside of it, for locks. */
  readonly outside: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
}

/** @throws {LockError} from `alone`, when another process keeps the lock of the item for 10 seconds */
export const createFolderLedgers = ({ folder, outside, env, now }: FolderLedgerOptions): ItemLedgers<() => void> => {
  const state = join(folder, '.dualgate');
  const items = join(state, 'items');
  const anchors = anchorFolder(env);
  const pathOf = (item: string): string => join(items, item, 'ledger.jsonl');

  const read = (item: string): FoundLedger | null => {
    const anchor = readAnchor(anchors, nameAnchor(folder, item));
    const path = pathOf(item);
    if (!existsSync(path)) {
      if (anchor === null) return null;
      throw broken(path, `it is missing, although its record ${anchor.seq} is anchored. Restore it from a copy.`);
    }
    if (anchor === null)
      throw broken(path, `it has no anchor in ${anchors}. If nobody added this item, delete the folder of the ledger.`);
    return { item, ledger: readItemLedger(readFileSync(path), path, anchor), commit: null };
  };

  const append = (item: string, drafts: readonly ItemDraft[], at: Date): void => {
    const path = pathOf(item);
    const name = nameAnchor(folder, item);
    createStateFolder({ state });
    const clock = { now: () => at };
    const ledger = existsSync(path)
      ? openLedger(path, { ...clock, anchor: readAnchor(anchors, name) }).ledger
      : createLedger(path, clock);
    try {
      for (const { type, data } of drafts) {
        if (writeAnchor(anchors, name, ledger.append(type, { ...data }))) continue;
        throw broken(path, `its head cannot be anchored in ${anchors}. Check the permissions of that folder.`);
      }
    } finally {
      ledger.close();
    }
  };

  const names = async (): Promise<readonly string[]> => {
    const found = [...listNames(items), ...listAnchored(anchors, folder)];
    return [...new Set(found.filter(isItemName))].toSorted();
  };

  return {
    place: folder,
    isRemote: false,
    names,
    read: async (item) => read(item),
    list: async () => {
      const all = (await names()).map((item) => ({ item }));
      const { found, broken: bad } = await passOver(all, ({ item }) => read(item));
      return { found: found.filter((each) => each !== null), broken: bad };
    },
    readRun: () => Promise.resolve(null),
    alone: async (item, act) => {
      makePrivateFolder(outside);
      const lock = await waitForLock(join(outside, `${item}.lock`), { run: `item-${item}`, now });
      try {
        return await act();
      } finally {
        lock.release();
      }
    },
    extend: async ({ item, before, drafts }) => {
      const at = now();
      const ledger = extendItemLedger(before?.ledger ?? null, drafts, at);
      return { ledger, carried: () => append(item, drafts, at), landed: () => {} };
    },
  };
};

const broken = (path: string, what: string): LedgerError =>
  new LedgerError('broken', `Cannot use the ledger ${path}: ${what}`, { path });
