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

interface SeenLease {
  /** The current lease, if it is held and not expired; else `null`. */
  readonly lease: Lease | null;
  /** ISO 8601: nobody can claim the item before; `null`: it does not wait. */
  readonly waitsUntil: string | null;
}

/** The lease at this time. */
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
