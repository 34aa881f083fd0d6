/** The records of a work item's ledger. Each item has its own: the holder of its lease is the only writer. */
import { createRecordReader } from '../../records/record.ts';
import type { AgentSessionCompleted } from '../../signals/systems/apm2/parse-exit-signal.ts';

/** Type of a record and what it means: the closed list. */
export const ITEM_TYPES = {
  'item.added': 'a work item was added, in DRAFT: its spec and the commit that work on it begins from',
  'item.started': 'an operator ended DRAFT',
  'item.claimed': 'a session took the lease of the item',
  'item.released': 'a session gave back the lease, or its lease expired; the phase stays',
  'item.worked_on': 'a worker began a run for the item, or resumed one: which run, in which folder',
  'item.run_saved':
    'the ledger of the run, its commits and its files reached the remote: the anchor with which another machine continues',
  'item.exited':
    'a valid exit signal ended a session (AgentSessionCompleted of spec 003): the item moved, and its lease was released',
  'item.unblocked':
    'an operator returned a blocked item to the phase that it was blocked in; after a red CI, the worker did, to IMPLEMENTATION',
} as const satisfies Readonly<Record<string, string>>;

/** The fields of the records of each type. */
export interface ItemData {
  readonly 'item.added': {
    /** Its name. */
    readonly item: string;
    /** A line for people; `null` for none. */
    readonly title: string | null;
    /** Relative to the workspace, with `/`; `null`: no worker of dualgate can do its implementation. */
    readonly spec: string | null;
    /** SHA-256 of that file. */
    readonly spec_hash: string | null;
    /** The commit at HEAD of its operator's checkout; `null` without a repository or a commit. */
    readonly base: string | null;
    /** The operator. */
    readonly by: string;
    /** The dualgate and the Node that wrote the record. */
    readonly versions: { readonly dualgate: string; readonly node: string };
  };
  readonly 'item.started': {
    /** The operator. */
    readonly by: string;
  };
  readonly 'item.claimed': {
    /** The session that holds the lease now. */
    readonly session: string;
    /** The turn of the lease: each claim adds 1. */
    readonly turn: number;
    /** ISO 8601: the end of the lease, unless it is renewed. */
    readonly until: string;
    /** SHA-256 of the secret of the session; absent where it claimed without one. */
    readonly proof?: string;
  };
  readonly 'item.released': {
    /** The session that held the lease. */
    readonly session: string;
    /** `expired`: the next writer found the lease expired or taken over. `waits`: nothing can be done before a time. */
    readonly why: 'released' | 'expired' | 'waits';
    /** ISO 8601: that time. */
    readonly until?: string;
  };
  readonly 'item.worked_on': {
    /** The session of the worker. */
    readonly session: string;
    /** The id of the run. */
    readonly run: string;
    /** Absolute: the workspace of the run, on the machine of the worker. */
    readonly folder: string;
    /** Whether an existing run resumes. */
    readonly resumed: boolean;
  };
  readonly 'item.run_saved': {
    /** The session of the worker. */
    readonly session: string;
    /** The id of the run. */
    readonly run: string;
    /** The last record of the saved ledger. */
    readonly seq: number;
    /** SHA-256 of that record. */
    readonly hash: string;
    /** The last commit of the run. */
    readonly commit: string;
    /** The commit with the files of its workspace, on top of that one: `refs/dualgate/work/<item>`. */
    readonly work: string;
  };
  readonly 'item.exited': AgentSessionCompleted & {
    /** The run of dualgate that completed the phase; `null` for a signal of another program. */
    readonly run: string | null;
    /** The commit with the result: that of the run, or HEAD where the session sent its signal; `null` for none. */
    readonly commit: string | null;
    /** The branch of that commit; `null` for none. */
    readonly branch: string | null;
  };
  readonly 'item.unblocked': {
    /** The operator, or `work_items.ci`. */
    readonly by: string;
    /** The operator's reason. */
    readonly reason: string;
  };
}

/** Unblocks an item after a red CI. */
export const BY_CI = 'work_items.ci';

/** A record that is not sealed yet. */
export type ItemDraft = {
  [T in keyof ItemData]: { readonly type: T; readonly data: ItemData[T] };
}[keyof ItemData];

export type ItemRecord = ItemDraft & { readonly at: string };

export const asItemRecord = createRecordReader<ItemRecord>(ITEM_TYPES, "a work item's ledger");
