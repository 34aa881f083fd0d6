/**
 * A work item for people and other programs; pure.
 *
 * @module
 */
import type { WorkPhase } from '../../machines/index.ts';
import type { ItemData } from './item-record.ts';
import type { ItemReading } from './item-store.ts';

export interface ItemStatus {
  readonly v: 1;
  readonly item: string;
  readonly title: string | null;
  /** `null`: no worker of dualgate can do its implementation. */
  readonly spec: string | null;
  readonly phase: WorkPhase;
  /** The holder of its lease; `null`: a fresh session may claim it. */
  readonly holder: { readonly session: string; readonly turn: number; readonly until: string } | null;
  /** ISO 8601: no session can claim it before; `null`: it does not wait. */
  readonly waits_until: string | null;
  /** `null` unless BLOCKED. */
  readonly blocked: { readonly in: WorkPhase; readonly reason: string } | null;
  /** The commit that work on it begins from; `null` for none. */
  readonly base: string | null;
  /** The last run of a worker; `null` before one began. */
  readonly run: string | null;
  /** The last result of a session; `run` is that of a worker. `null` before. */
  readonly result: {
    readonly run: string | null;
    readonly commit: string | null;
    readonly branch: string | null;
  } | null;
  /** Every session that a valid exit signal ended, the first one first: AgentSessionCompleted. */
  readonly sessions: readonly ItemData['item.exited'][];
  /** ISO 8601: the last change. */
  readonly at: string;
}

export const describeItem = ({
  state,
  lease,
  waitsUntil,
}: Pick<ItemReading, 'state' | 'lease' | 'waitsUntil'>): ItemStatus => {
  const { item, title, spec, phase, blockedIn, base, run, result, sessions, at } = state;
  const last = sessions.at(-1);
  return {
    v: 1,
    item,
    title,
    spec,
    phase,
    holder: lease === null ? null : { session: lease.holder, turn: lease.turn, until: lease.until },
    waits_until: waitsUntil,
    blocked: blockedIn === null ? null : { in: blockedIn, reason: last?.notes ?? last?.exit_reason ?? '' },
    base,
    run: run?.run ?? null,
    result,
    sessions,
    at,
  };
};
