/**
 * Leases in a folder of one machine: one file an item, replaced as a whole under a lock of its own. A process that is
 * killed at any point leaves the lease from before its change, or the one after; the next process takes over its lock.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readPlain } from '../../base/files/open-plain.ts';
import { makePrivateFolder } from '../../base/files/private.ts';
import { replaceFile } from '../../ledger/files/write-view.ts';
import { printJson } from '../../ledger/json.ts';
import { parseJson } from '../../base/text/parse-json.ts';
import { type Decision, decideClaim, decideRelease, decideRenewal, refuseName } from './decide-lease.ts';
import {
  isItemName,
  type Lease,
  parseLease,
  LeaseError,
  type BrokenItem,
  type LeaseAnswer,
  type LeaseStore,
} from './lease.ts';
import { waitForLock } from './wait-for-lock.ts';
import { readErrorCode } from '../../base/text/describe-cause.ts';
import { listNames } from '../../base/files/folders.ts';

const END = '.json';

/**
 * It carries a write, which is made under the lock of the item.
 *
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

  const change = async (
    item: string,
    decide: (current: Lease | null) => Decision,
    write: () => void = () => {},
  ): Promise<LeaseAnswer> => {
    if (!isItemName(item)) return refuseName(item);
    makePrivateFolder(folder);
    const lock = await waitForLock(join(folder, `${item}.lock`), { run: `lease-of-${item}`, now });
    try {
      const decision = decide(readLease(pathOf(item), item));
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
    claim: (item, holder, ttlMs) => change(item, (current) => decideClaim(current, { item, holder, ttlMs }, now())),
    renew: (lease, ttlMs, write) => change(lease.item, (current) => decideRenewal(current, lease, ttlMs, now()), write),
    release: (lease, write, waitsUntil = null) =>
      change(lease.item, (current) => decideRelease(current, lease, now(), waitsUntil), write),
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
