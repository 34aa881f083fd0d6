/** Leases in a folder of one machine: one file an item, replaced as a whole under a lock of its own. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readPlain } from '../../base/files/open-plain.ts';
import { makePrivateFolder, listNames } from '../../base/files/folders.ts';
import { replaceFile } from '../../ledger/write-view.ts';
import { printJson } from '../../ledger/json.ts';
import { parseJson } from '../../base/text/parse-json.ts';
import {
  decideLease,
  refuseName,
  isItemName,
  itemOf,
  type Lease,
  parseLease,
  LeaseError,
  type BrokenItem,
  type LeaseStore,
} from './lease.ts';
import { readErrorCode } from '../../base/text/describe-cause.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { LockError } from '../../ledger/ledger-error.ts';
import { takeLock } from '../../ledger/lock.ts';

/** A change takes some milliseconds. A lock that is held longer belongs to a stopped process, or to another machine. */
const WAIT_MS = 10_000;

/** The lock is taken at once or not at all; a change of another process is short. @throws {LockError} after 10 seconds */
export const waitForLock = async (
  ...[path, claim]: Parameters<typeof takeLock>
): Promise<ReturnType<typeof takeLock>> => {
  for (const start = performance.now(); ; ) {
    try {
      return takeLock(path, claim);
    } catch (error) {
      // An error with a cause is not about another holder.
      const isTaken = error instanceof LockError && error.cause === undefined;
      if (!isTaken || performance.now() - start > WAIT_MS) throw error;
    }
    await pause(1 + Math.random() * 10);
  }
};

const END = '.json';

/**
 * It carries a write, which is made under the lock of the item.
 * @param folder - absolute, outside of what an agent can write; it is made with the first lease
 * @throws {LockError} from a change, when another process keeps the lock of the item for 10 seconds
 * @throws {LedgerError} from a change, when the file cannot be written; the lease is then unchanged
 * @throws {LeaseError} `broken` from every call but `list`, when a file is no lease
 */
export const createFolderLeases = ({
  folder,
  now,
}: {
  readonly folder: string;
  readonly now: () => Date;
}): LeaseStore<() => void> => {
  const pathOf = (item: string): string => join(folder, `${item}${END}`);

  const change: LeaseStore<() => void>['change'] = async (asked, write = () => {}) => {
    const item = itemOf(asked);
    if (!isItemName(item)) return refuseName(item);
    makePrivateFolder(folder);
    const lock = await waitForLock(join(folder, `${item}.lock`), { run: `lease-of-${item}`, now });
    try {
      const decision = decideLease(readLease(pathOf(item), item), asked, now());
      if ('granted' in decision) return decision;
      const next = { ...decision.next, token: randomUUID() };
      // First: a kill in between leaves the write, and a lease that expires.
      write();
      replaceFile(pathOf(item), `${printJson(next)}\n`, { durable: true });
      return { granted: true, lease: parseLease(next, item, pathOf(item)) };
    } finally {
      lock.release();
    }
  };

  return {
    change,
    read: async (item) => (isItemName(item) ? readLease(pathOf(item), item) : null),
    list: async () => {
      const [found, broken]: readonly [Lease[], BrokenItem[]] = [[], []];
      const items = listNames(folder).flatMap((name) => (name.endsWith(END) ? [name.slice(0, -END.length)] : []));
      for (const item of items.filter(isItemName).toSorted())
        try {
          found.push(...[readLease(pathOf(item), item)].filter((lease) => lease !== null));
        } catch (error) {
          if (!(error instanceof LeaseError)) throw error;
          broken.push({ item, problem: error.message, mayPass: false });
        }
      return { found, broken };
    },
  };
};

const readLease = (path: string, item: string): Lease | null => {
  try {
    return parseLease(parseJson(readPlain(path)), item, path);
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
};
