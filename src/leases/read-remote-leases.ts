/**
 * The leases of a remote: which commit each ref names, and the commits that are not here yet.
 *
 * @module
 */
import type { Lease } from './lease.ts';
import { readLeaseCommits } from './lease-commit.ts';
import type { LeaseRepository } from './lease-repository.ts';
import type { BrokenItem } from './lease-store.ts';
import { readRefs } from './read-refs.ts';
import { LEASES } from './ref-move.ts';

/** @param item - @default all items @throws {LeaseError} `refused` when the remote does not answer */
export const readRemoteLeases = (
  repository: LeaseRepository,
  remote: string,
  item?: string,
): Promise<{ readonly found: readonly Lease[]; readonly broken: readonly BrokenItem[] }> =>
  readRefs(repository, {
    prefix: LEASES,
    what: 'leases',
    item,
    remote,
    read: (tips) => readLeaseCommits(repository, tips),
  });
