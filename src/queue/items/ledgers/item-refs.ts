/**
 * The ledgers of work items on the refs of a remote, read into the repository of the leases:
 * `refs/dualgate/ledger/<item>` names a commit with `ledger.jsonl`, and with `run.jsonl`, the ledger of its run; the
 * parent is the commit before it.
 */
import type { BrokenItem } from '../../leases/lease.ts';
import { type RefMove, readRefs, type ReadTips, type RefTip } from '../../leases/remote-refs.ts';
import type { ItemDraft } from '../item-record.ts';
import type { RunToSave, SavedRun } from '../item-store.ts';
import type { ItemLedger } from './item-ledger.ts';
import { gitOfLeases, type LeaseRepository, readObjects, writeLeaseObject } from '../../leases/lease-repository.ts';

export interface FoundLedger {
  readonly item: string;
  readonly ledger: ItemLedger;
  readonly commit: string | null;
}

interface Extension {
  readonly item: string;
  readonly before: FoundLedger | null;
  readonly drafts: readonly ItemDraft[];
  /** Refs that move with them; a folder ignores them. */
  readonly moves: readonly RefMove[];
  /** The run of the item, which is saved with them, and the files that it replaces; a folder ignores it. */
  readonly run: { readonly toSave: RunToSave; readonly replaces: string | null } | null;
}

interface Extended<Carried> {
  readonly carried: Carried;
  readonly ledger: ItemLedger;
  /** To be called when the change of the lease landed. */
  readonly landed: () => void;
}

export interface ItemLedgers<Carried> {
  readonly place: string;
  readonly isRemote: boolean;
  /** Verified; `null` when there is none. @throws {LedgerError} `broken` when it is */
  readonly read: (item: string) => Promise<FoundLedger | null>;
  /** All of them, and the broken ones. */
  readonly list: () => Promise<{ readonly found: readonly FoundLedger[]; readonly broken: readonly BrokenItem[] }>;
  readonly names: () => Promise<readonly string[]>;
  readonly readRun: (found: FoundLedger, saved: SavedRun['saved']) => Promise<SavedRun | null>;
  /** Other processes of this machine wait; those of other machines do not. */
  readonly alone: <T>(item: string, act: () => Promise<T>) => Promise<T>;
  /** Nothing of it can be seen before its carrier lands. */
  readonly extend: (extension: Extension) => Promise<Extended<Carried>>;
}

export const LEDGERS = 'refs/dualgate/ledger/';
const FILE = 'ledger.jsonl';
const RUN_FILE = 'run.jsonl';

export interface ItemTip extends RefTip {
  readonly bytes: Buffer;
}

interface TipsQuestion {
  readonly remote: string;
  readonly item?: string;
  /** Item → a commit of its ledger that is here: what led to it is not fetched again. Updated. */
  readonly known: Map<string, string>;
}

/** @throws {LeaseError} when the remote does not answer */
export const readItemTips = async (
  repository: LeaseRepository,
  { remote, item, known }: TipsQuestion,
): Promise<{ readonly found: readonly ItemTip[]; readonly broken: readonly BrokenItem[] }> => {
  const read = await readRefs(repository, {
    prefix: LEDGERS,
    what: 'ledgers',
    item,
    remote,
    read: (tips) => readFiles(repository, tips),
    known: (name) => [known.get(name)].filter((commit) => commit !== undefined),
  });
  for (const { item: name, commit } of read.found) known.set(name, commit);
  return read;
};

const readFiles = async (repository: LeaseRepository, tips: readonly RefTip[]): Promise<ReadTips<ItemTip>> => {
  const read = await readObjects(
    repository,
    tips.map(({ commit }) => `${commit}:${FILE}`),
  );
  const found = tips.flatMap((tip, n) => {
    const bytes = read[n] ?? null;
    return bytes === null ? [] : [{ ...tip, bytes }];
  });
  return { found, missing: tips.filter((_, n) => read[n] === null), broken: [] };
};

export const readRunFile = async (repository: LeaseRepository, commit: string): Promise<Buffer | null> =>
  (await readObjects(repository, [`${commit}:${RUN_FILE}`]))[0] ?? null;

interface LedgerCommit {
  readonly item: string;
  readonly bytes: Buffer;
  /** The ledger of its run. @default as in the commit before */
  readonly run?: Buffer | undefined;
  readonly previous: string | null;
  readonly now: Date;
}

export const writeLedgerCommit = async (
  repository: LeaseRepository,
  { item, bytes, run: ofRun, previous, now }: LedgerCommit,
): Promise<string> => {
  const run = gitOfLeases(repository, `write the ledger of ${item}`);
  const ask = async (...given: Parameters<typeof run>) => (await run(...given)).toString('utf8').trim();
  const isKept = previous !== null && ofRun === undefined;
  const entries = isKept ? [await ask(['ls-tree', previous, '--', RUN_FILE])].filter((line) => line !== '') : [];
  for (const [file, content] of [
    [FILE, bytes],
    [RUN_FILE, ofRun],
  ] as const) {
    if (content === undefined) continue;
    const blob = await ask(['hash-object', '-t', 'blob', '-w', '--stdin'], { input: content });
    entries.push(`100644 blob ${blob}\t${file}`);
  }
  const tree = await ask(['mktree'], { input: entries.map((entry) => `${entry}\n`).join('') });
  return writeLeaseObject(repository, { tree, previous, message: `The ledger of ${item}\n`, now });
};
