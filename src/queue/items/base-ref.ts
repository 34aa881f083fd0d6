/**
 * The commit that work on an item begins from, on the remote: `refs/dualgate/base/<item>` keeps it there, so that a worker
 * on another machine can fetch it.
 */
import type { RefMove } from '../leases/remote-refs.ts';

export const baseRef = (item: string): string => `refs/dualgate/base/${item}`;

/** It moves with the first commit of the item's ledger. */
export const pushBase = (item: string, base: string): RefMove => ({ ref: baseRef(item), to: base, from: null });
