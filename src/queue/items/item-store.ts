/** A store of work items: their ledgers, and the leases that make the holder of one its only writer. */
import type { LedgerRecord } from '../../ledger/ledger-record.ts';
import type { ItemLedger } from './ledgers/item-ledger.ts';
import type { ItemData, ItemDraft } from './item-record.ts';
import type { Lease, BrokenItem, Refused } from '../leases/lease.ts';
import type { RefMove } from '../leases/remote-refs.ts';
import type { ItemState } from './item-state.ts';
import type { WorkPhase, WorkItemRefusal } from '../../../machines/index.ts';
import { describeSwitchedOff, FLAG } from '../../signals/systems/apm2/parse-exit-signal.ts';

export interface RunToSave extends Omit<ItemData['item.run_saved'], 'session'> {
  readonly bytes: Buffer;
}

export interface SavedRun {
  readonly saved: ItemData['item.run_saved'];
  readonly bytes: Buffer;
  readonly records: readonly LedgerRecord[];
}

/** The commit with the files of the run; its ancestors are the commits of the run. */
export const workRef = (item: string): string => `refs/dualgate/work/${item}`;

export const baseRef = (item: string): string => `refs/dualgate/base/${item}`;

/** It moves with the first commit of the item's ledger. */
export const pushBase = (item: string, base: string): RefMove => ({ ref: baseRef(item), to: base, from: null });

export interface ItemReading {
  readonly state: ItemState;
  readonly ledger: ItemLedger;
  /** Its current lease, if it is held and not expired; else `null`. */
  readonly lease: Lease | null;
  /** ISO 8601: nobody can claim it before; `null`: it does not wait. */
  readonly waitsUntil: string | null;
}

/**
 * The records of a change, and what happens to the lease with them. `renew`: for `ttlMs` more. `none`: an operator's
 * change of an item without a holder. `waitsUntil`: ISO 8601; nobody can claim the item before.
 */
export type ItemDecision =
  | ItemRefused
  | {
      readonly ok: true;
      readonly lease: 'claim' | 'renew' | 'release' | 'none';
      readonly waitsUntil?: string | null;
      readonly write: (lease: Lease | null) => readonly ItemDraft[];
    };

export interface ItemChange {
  readonly item: string;
  readonly session?: string;
  /** @param reading - `null`: there is no such item. Called again when another writer was faster. */
  readonly decide: (reading: ItemReading | null) => ItemDecision;
  readonly ttlMs: number;
  /** Refs that move in the same push; a store without a remote ignores them. */
  readonly moves?: readonly RefMove[];
  /** The run of the item, which is saved in the same push; a store without a remote ignores it. */
  readonly run?: RunToSave;
}

export type ItemAnswer = { readonly ok: true; readonly reading: ItemReading } | ItemRefused;

interface ItemList {
  readonly items: readonly ItemReading[];
  readonly broken: readonly BrokenItem[];
}

export interface ItemStore {
  readonly place: string;
  readonly isRemote: boolean;
  /** All items, sorted by name, and the broken ones. @throws {LeaseError} when the store cannot be used */
  readonly list: () => Promise<ItemList>;
  /** One item; `null` when there is none. @throws {LedgerError} `broken` when its ledger is */
  readonly read: (item: string) => Promise<ItemReading | null>;
  readonly names: () => Promise<readonly string[]>;
  /** Verified; `null` for none, or without a remote. @throws {LedgerError} `broken` when it is not the anchored one */
  readonly readRun: (item: string) => Promise<SavedRun | null>;
  /** Nothing changes when the answer is a refusal. @throws {LeaseError} when the store cannot be used */
  readonly change: (change: ItemChange) => Promise<ItemAnswer>;
}

/** A work item for people and other programs; pure. */
export interface ItemStatus {
  readonly v: 1;
  readonly item: string;
  readonly title: string | null;
  /** `null`: no worker of dualgate can do its implementation. */
  readonly spec: string | null;
  readonly phase: WorkPhase;
  /** The holder of its lease; `null`: a fresh session may claim it. */
  readonly holder: { readonly session: string; readonly turn: number; readonly until: string } | null;
  readonly waits_until: string | null;
  readonly blocked: { readonly in: WorkPhase; readonly reason: string } | null;
  /** The commit that work on it begins from; `null` for none. */
  readonly base: string | null;
  readonly run: string | null;
  /** The last result of a session; `run` is that of a worker. `null` before. */
  readonly result: {
    readonly run: string | null;
    readonly commit: string | null;
    readonly branch: string | null;
  } | null;
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

// A refusal of a work item in words: the reason, and the way out of it. A refused event changes nothing.

/**
 * Why nothing changed: a reason of the chart, of the lease, or one of these. `ci_decides`: the configured command
 * decides about CI_PENDING. `not_the_session`: the secret is not that of the session's claim. `missing_spec`,
 * `uncommitted_config`: it does not exist, or no worker on another machine could read it. `store_changed`: others were
 * faster, several times.
 */
type ItemProblem =
  | WorkItemRefusal
  | Refused['why']
  | 'unknown_item'
  | 'item_exists'
  | 'ci_decides'
  | 'not_the_session'
  | 'missing_spec'
  | 'uncommitted_config'
  | 'store_changed';

export interface ItemRefused {
  readonly ok: false;
  readonly why: ItemProblem;
  readonly message: string;
}

export const refuse = (why: ItemProblem, message: string): ItemRefused => ({ ok: false, why, message });

/** @param verb - for example `claim` @param about - the session of the event, and the phase that its signal names */
export const wordRefusal = (
  why: WorkItemRefusal,
  state: ItemState,
  { verb, session = '', named = '' }: { readonly verb: string; readonly session?: string; readonly named?: string },
): ItemRefused => refuse(why, `Cannot ${verb} ${state.item}: ${REASONS[why](state, session, named)}`);

type Word = (state: ItemState, session: string, named: string) => string;

const REASONS: Readonly<Record<WorkItemRefusal, Word>> = {
  protocol_disabled: () => `${describeSwitchedOff()}. Set ${FLAG}=true, if exit signals are to move work items.`,
  completed: () => 'it is COMPLETED, and nothing changes it. Choose another item: dualgate work list.',
  blocked: ({ item, blockedIn }) =>
    `it is BLOCKED, since ${blockedIn ?? 'a phase'} could not be completed. An operator unblocks it: dualgate work unblock ${item} -m "why".`,
  invalid_session: () => 'the session has no name. Name it with --session.',
  invalid_signal: () => 'the exit signal is not valid. Send one of spec 003.',
  no_lease: ({ item }) => `no session holds its lease. Claim it first: dualgate work claim ${item}.`,
  not_holder: ({ item, holder }, session) =>
    `${holder ?? 'another session'} holds its lease, and not ${session}. dualgate work show ${item} shows until when.`,
  already_claimed: ({ item, holder }) =>
    `${holder ?? 'a session'} holds its lease. dualgate work show ${item} shows until when.`,
  session_exited: (_, session) =>
    `${session} completed the phase before. A fresh session has to claim it: use another --session.`,
  phase_mismatch: ({ phase }, _, named) =>
    `phase mismatch: expected '${phase}', got '${named}'. Send the signal of the phase that the item is in.`,
  no_next_phase: ({ phase, item }) =>
    `spec 003 names no phase after ${phase}. An operator starts it: dualgate work start ${item}.`,
  already_started: ({ phase }) => `it is in ${phase}, and not in DRAFT. There is nothing to start.`,
  not_blocked: ({ phase }) => `it is in ${phase}, and not BLOCKED. There is nothing to unblock.`,
};
