/**
 * The lease of a store as records: the store knows who holds an item and until when, and the next writer of the ledger
 * writes down a lease that expired, was taken over, or was claimed by a session that died before its record.
 *
 * @module
 */
import { findWorkItemRefusal } from '../../machines/index.ts';
import type { Lease } from '../leases/lease.ts';
import type { ItemDraft } from './item-record.ts';
import type { ItemState } from './item-state.ts';

/** The lease if it is held at this time, else `null`. */
export const heldAt = (lease: Lease | null, now: Date): Lease | null =>
  lease !== null && lease.state === 'held' && now.getTime() < Date.parse(lease.until) ? lease : null;

/** @param lease - as of `heldAt` @returns the records that are missing in the ledger */
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
