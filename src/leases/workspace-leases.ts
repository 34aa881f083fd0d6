/**
 * Leases in a folder of one machine: one file an item, replaced as a whole under a lock of its own. A process that is
 * killed at any point leaves the lease from before its change, or the one after; the next process takes over its lock.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readPlain } from '../files/open-plain.ts';
import { makePrivateFolder } from '../ledger/files/private.ts';
import { replaceFile } from '../ledger/files/write-view.ts';
import { printJson } from '../ledger/json.ts';
import { parseJson } from '../text/parse-json.ts';
import { type Decision, decideClaim, decideRelease, decideRenewal, decideResult, refuseName } from './decide-lease.ts';
import { isItemName, type Lease, parseLease } from './lease.ts';
import type { LeaseAnswer, LeaseStore } from './lease-store.ts';
import { waitForLock } from './wait-for-lock.ts';
import { readErrorCode } from '../text/describe-cause.ts';
import { listNames } from '../files/folders.ts';

const END = '.json';

/**
 * @param folder - absolute, outside of what an agent can write; it is made with the first lease
 * @throws {LockError} from a change, when another process keeps the lock of the item for 10 seconds
 * @throws {LedgerError} from a change, when the file cannot be written; the lease is then unchanged
 * @throws {LeaseError} `broken` from every call, when a file is no lease
 */
export const createWorkspaceLeases = ({
  folder,
  now,
}: {
  readonly folder: string;
  readonly now: () => Date;
}): LeaseStore => {
  const pathOf = (item: string): string => join(folder, `${item}${END}`);

  const change = async (item: string, decide: (current: Lease | null) => Decision): Promise<LeaseAnswer> => {
    if (!isItemName(item)) return refuseName(item);
    makePrivateFolder(folder);
    const lock = await waitForLock(join(folder, `${item}.lock`), { run: `lease-of-${item}`, now });
    try {
      const decision = decide(readLease(pathOf(item), item));
      if ('granted' in decision) return decision;
      if ('same' in decision) return { granted: true, lease: decision.same };
      const next = { ...decision.next, token: randomUUID() };
      replaceFile(pathOf(item), `${printJson(next)}\n`, { durable: true });
      return { granted: true, lease: parseLease(next, item, pathOf(item)) };
    } finally {
      lock.release();
    }
  };

  return {
    claim: (item, holder, ttlMs) => change(item, (current) => decideClaim(current, { item, holder, ttlMs }, now())),
    renew: (lease, ttlMs) => change(lease.item, (current) => decideRenewal(current, lease, ttlMs, now())),
    release: (lease) => change(lease.item, (current) => decideRelease(current, lease, now())),
    finish: (lease, result) => change(lease.item, (current) => decideResult(current, lease, result, now())),
    read: async (item) => (isItemName(item) ? readLease(pathOf(item), item) : null),
    list: async () =>
      listNames(folder)
        .filter((name) => name.endsWith(END) && isItemName(name.slice(0, -END.length)))
        .map((name) => name.slice(0, -END.length))
        .toSorted()
        .flatMap((item) => readLease(pathOf(item), item) ?? []),
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
