/**
 * The ledgers of work items on the refs of a remote: `refs/dualgate/ledger/<item>` names a commit with the file
 * `ledger.jsonl`, and `run.jsonl` with the ledger of its run; the parent is the commit before it. They are read into the
 * repository of the leases.
 *
 * @module
 */
import { LeaseError } from '../../leases/lease-error.ts';
import { type LeaseRepository, runInLeases } from '../../leases/lease-repository.ts';
import type { BrokenItem } from '../../leases/lease-store.ts';
import { inOneLine, readRefs, type ReadTips, type RefTip } from '../../leases/read-refs.ts';

export const LEDGERS = 'refs/dualgate/ledger/';
const FILE = 'ledger.jsonl';
const RUN_FILE = 'run.jsonl';

export interface ItemTip extends RefTip {
  readonly bytes: Buffer;
}

type Run = (args: readonly string[], options?: NonNullable<Parameters<typeof runInLeases>[2]>) => Promise<Buffer>;

/** Git in the repository of the leases. @throws {LeaseError} `refused`, from every call, with git's words */
export const gitOfLeases =
  (repository: LeaseRepository, what: string): Run =>
  async (args, options = {}) => {
    const said = await runInLeases(repository, args, options);
    if ('out' in said) return said.out;
    throw new LeaseError(
      'refused',
      `Cannot ${what}: git failed (got: ${inOneLine(said.refused)}). Check the remote and your permissions there, then try again.`,
    );
  };

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
  const run = gitOfLeases(repository, `read the work items of ${remote}`);
  const read = await readRefs(repository, {
    prefix: LEDGERS,
    what: 'ledgers',
    item,
    remote,
    read: async (tips) => (tips.length === 0 ? { found: [], missing: [], broken: [] } : readFiles(run, tips)),
    known: (name) => [known.get(name)].filter((commit) => commit !== undefined),
  });
  for (const { item: name, commit } of read.found) known.set(name, commit);
  return read;
};

/** A commit that is not here yet, and one without the file, are both missing. */
const readFiles = async (run: Run, tips: readonly RefTip[], file = FILE): Promise<ReadTips<ItemTip>> => {
  const input = tips.map(({ commit }) => `${commit}:${file}\n`).join('');
  const out = await run(['cat-file', '--batch', '--buffer'], { input });
  const found: ItemTip[] = [];
  const missing: RefTip[] = [];
  let from = 0;
  for (const tip of tips) {
    const end = out.indexOf(10, from);
    const [, type, size] = out.subarray(from, end).toString('latin1').split(' ');
    from = end + 1;
    if (type === 'missing') missing.push(tip);
    else {
      found.push({ ...tip, bytes: Buffer.from(out.subarray(from, from + Number(size))) });
      from += Number(size) + 1;
    }
  }
  return { found, missing, broken: [] };
};

/** The ledger of the run in a commit; `null` when there is none. */
export const readRunFile = async (repository: LeaseRepository, commit: string): Promise<Buffer | null> => {
  const run = gitOfLeases(repository, `read the ledger of a run in ${commit}`);
  const { found } = await readFiles(run, [{ item: commit, commit }], RUN_FILE);
  return found.at(0)?.bytes ?? null;
};

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
  const ask = async (...given: Parameters<Run>): Promise<string> => (await run(...given)).toString('utf8').trim();
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
  const at = `@${Math.floor(now.getTime() / 1000)} +0000`;
  const env = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((role) => [
      [`GIT_${role}_NAME`, 'dualgate'],
      [`GIT_${role}_EMAIL`, 'dualgate@localhost'],
      [`GIT_${role}_DATE`, at],
    ]),
  );
  const parent = previous === null ? [] : ['-p', previous];
  return ask(['commit-tree', tree, ...parent], { input: `The ledger of ${item}\n`, env });
};
