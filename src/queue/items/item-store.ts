/**
 * A store of work items: their ledgers, and the leases that make the holder of one its only writer. A folder of one machine,
 * the refs of a Git remote and the Restate engine answer the same: test/queue/items runs one suite over all of them.
 */
import { LedgerError } from '../../ledger/ledger-error.ts';
import { type LedgerRecord, parseLine } from '../../ledger/ledger-record.ts';
import { readChain, type ItemLedger } from './ledgers/item-ledger.ts';
import type { ItemData, ItemDraft } from './item-record.ts';
import type { Lease, BrokenItem } from '../leases/lease.ts';
import type { RefMove } from '../leases/remote-refs.ts';
import type { ItemState } from './item-state.ts';
import type { ItemRefused } from './word-refusal.ts';
import type { WorkPhase } from '../../../machines/index.ts';

/** As a worker saves it. */
export interface RunToSave extends Omit<ItemData['item.run_saved'], 'session'> {
  /** The complete lines of its ledger, up to that record. */
  readonly bytes: Buffer;
}

/** As the next worker finds it. */
export interface SavedRun {
  readonly saved: ItemData['item.run_saved'];
  readonly bytes: Buffer;
  readonly records: readonly LedgerRecord[];
}

/** The commit with the files of the run; its ancestors are the commits of the run. */
export const workRef = (item: string): string => `refs/dualgate/work/${item}`;

/** The commit that work on the item begins from, for workers on other machines. */
export const baseRef = (item: string): string => `refs/dualgate/base/${item}`;

/** It moves with the first commit of the item's ledger. */
export const pushBase = (item: string, base: string): RefMove => ({ ref: baseRef(item), to: base, from: null });

/** Both are arguments of git, and the run's id is a name of files. */
const OBJECT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const RUN = /^[A-Za-z0-9-]{1,100}$/;

/**
 * @param place - named in the message
 * @throws {LedgerError} `broken` when the ledger is not the one that the item's ledger anchors: another one, an older one,
 * or none
 */
export const checkSavedRun = (bytes: Buffer | null, saved: ItemData['item.run_saved'], place: string): SavedRun => {
  const { run, seq, hash, commit, work } = saved;
  const refuse = (what: string): LedgerError =>
    new LedgerError(
      'broken',
      `Cannot trust the ledger of the run ${run} in ${place}: ${what}. Restore that ref from a copy; dualgate work verify checks it.`,
      { path: place },
    );
  if (!RUN.test(run) || !OBJECT.test(commit) || !OBJECT.test(work)) throw refuse('its anchor is not one');
  if (bytes === null) throw refuse('it is missing');
  const records: LedgerRecord[] = [];
  const chain = readChain(bytes, { onLine: (line) => records.push(parseLine(line)) });
  const head = chain.head();
  if (!chain.holds(null) || head === null)
    throw refuse(`record ${chain.records()} does not follow from the one before it`);
  if (head.seq !== seq || head.hash !== hash || bytes.at(-1) !== 10)
    throw refuse(
      `it ends at record ${head.seq} (${head.hash.slice(0, 12)}), and record ${seq} (${hash.slice(0, 12)}) is anchored`,
    );
  return { saved, bytes, records };
};

export interface ItemReading {
  readonly state: ItemState;
  readonly ledger: ItemLedger;
  /** Its current lease, if it is held and not expired; else `null`. */
  readonly lease: Lease | null;
  /** ISO 8601: nobody can claim it before; `null`: it does not wait. */
  readonly waitsUntil: string | null;
}

/**
 * The records of a change, and what happens to the lease with them.
 *
 * - `claim`: the session takes it; `renew`: it keeps it for `ttlMs` more
 * - `release`: it is given back
 * - `none`: an operator's change of an item without a holder
 *
 * `waitsUntil`: ISO 8601; nobody can claim the item before.
 */
export type ItemDecision =
  | ItemRefused
  | {
      readonly ok: true;
      readonly lease: 'claim' | 'renew' | 'release' | 'none';
      readonly waitsUntil?: string | null;
      /** @param lease - the claimed one */
      readonly write: (lease: Lease | null) => readonly ItemDraft[];
    };

export interface ItemChange {
  readonly item: string;
  /** Takes or holds the lease. @default an operator's */
  readonly session?: string;
  /** @param reading - `null`: there is no such item. Called again when another writer was faster. */
  readonly decide: (reading: ItemReading | null) => ItemDecision;
  /** Milliseconds of a lease. */
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
  /** For messages: the folder or the remote. */
  readonly place: string;
  /** Whether results have to be pushed, to be seen by others. */
  readonly isRemote: boolean;
  /** All items, sorted by name, and the broken ones. @throws {LeaseError} when the store cannot be used */
  readonly list: () => Promise<ItemList>;
  /** One item; `null` when there is none. @throws {LedgerError} `broken` when its ledger is */
  readonly read: (item: string) => Promise<ItemReading | null>;
  /** Names of all items, also of those with a broken ledger. */
  readonly names: () => Promise<readonly string[]>;
  /**
   * The last saved run, verified; `null` when there is none, and in a store without a remote. @throws {LedgerError}
   * `broken` when its ledger is not the anchored one
   */
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
