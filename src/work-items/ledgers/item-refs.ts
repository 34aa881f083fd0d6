/**
 * The ledgers of work items on the refs of a remote: `refs/dualgate/ledger/<item>` names a commit with the file
 * `ledger.jsonl`, and `run.jsonl` with the ledger of its run; the parent is the commit before it. They are read into the
 * repository of the leases.
 *
 * @module
 */
import { gitOfLeases, type LeaseRepository, readObjects, writeLeaseObject } from '../../leases/lease-repository.ts';
import type { BrokenItem } from '../../leases/lease-store.ts';
import { readRefs, type ReadTips, type RefTip } from '../../leases/read-refs.ts';

export const LEDGERS = 'refs/dualgate/ledger/';
const FILE = 'ledger.jsonl';
const RUN_FILE = 'run.jsonl';

export interface ItemTip extends RefTip {
  readonly bytes: Buffer;
}

interface TipsQuestion {
  readonly remote: string;
  /** @default all */
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

/** A commit that is not here yet, and one without the file, are both missing. */
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

/** The ledger of the run in a commit; `null` when there is none. */
export const readRunFile = async (repository: LeaseRepository, commit: string): Promise<Buffer | null> =>
  (await readObjects(repository, [`${commit}:${RUN_FILE}`]))[0] ?? null;

interface LedgerCommit {
  readonly item: string;
  readonly bytes: Buffer;
  /** The ledger of its run. @default as in the commit before */
  readonly run?: Buffer | undefined;
  /** `null`: the first one. */
  readonly previous: string | null;
  readonly now: Date;
}

/** Writes only objects. @returns the id of the commit */
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
