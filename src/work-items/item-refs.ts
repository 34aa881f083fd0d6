/**
 * The ledgers of work items on the refs of a remote: `refs/dualgate/ledger/<item>` names a commit with the file
 * `ledger.jsonl`, whose parent is the commit before it. They are read into the repository of the leases.
 *
 * @module
 */
import { isItemName } from '../leases/lease.ts';
import { LeaseError } from '../leases/lease-error.ts';
import { type LeaseRepository, runInLeases } from '../leases/lease-repository.ts';

export const LEDGERS = 'refs/dualgate/ledger/';
const FILE = 'ledger.jsonl';

export interface ItemTip {
  readonly item: string;
  /** The commit that the ref names. */
  readonly commit: string;
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
      `Cannot ${what}: git failed (got: ${said.refused.replaceAll(/\s*\n\s*/g, ' | ')}). Check the remote and your permissions there, then try again.`,
    );
  };

/** A ref may be replaced between the list of the refs and the fetch. */
const MAX_READS = 4;

/** @param item - @default all @throws {LeaseError} when the remote does not answer, or a ref has no ledger */
export const readItemTips = async (
  repository: LeaseRepository,
  remote: string,
  item?: string,
): Promise<readonly ItemTip[]> => {
  const run = gitOfLeases(repository, `read the work items of ${remote}`);
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const listed = (await run(['ls-remote', '--refs', '--', remote, `${LEDGERS}${item ?? '*'}`])).toString('utf8');
    const tips = listed.split('\n').flatMap((line) => {
      const [commit = '', ref = ''] = line.split('\t');
      const name = ref.slice(LEDGERS.length);
      return ref.startsWith(LEDGERS) && isItemName(name) ? [{ item: name, commit }] : [];
    });
    if (tips.length === 0) return [];
    const { found, missing } = await readFiles(run, tips);
    if (missing.length === 0) return found;
    const options = ['--quiet', '--no-write-fetch-head', '--no-tags', '--no-recurse-submodules', '--stdin'];
    await run(['fetch', ...options, '--', remote], { input: missing.map((each) => `${LEDGERS}${each}\n`).join('') });
  }
  throw new LeaseError(
    'refused',
    `Cannot read the work items of ${remote}: its refs change faster than they can be fetched, or have no ledger. Try again; then compare ${LEDGERS}* with a copy.`,
  );
};

type Tip = Omit<ItemTip, 'bytes'>;

/** A commit that is not here yet, and one without the file, are both missing. */
const readFiles = async (
  run: Run,
  tips: readonly Tip[],
): Promise<{ readonly found: readonly ItemTip[]; readonly missing: readonly string[] }> => {
  const input = tips.map(({ commit }) => `${commit}:${FILE}\n`).join('');
  const out = await run(['cat-file', '--batch', '--buffer'], { input });
  const found: ItemTip[] = [];
  const missing: string[] = [];
  let from = 0;
  for (const tip of tips) {
    const end = out.indexOf(10, from);
    const [, type, size] = out.subarray(from, end).toString('latin1').split(' ');
    from = end + 1;
    if (type === 'missing') missing.push(tip.item);
    else {
      found.push({ ...tip, bytes: Buffer.from(out.subarray(from, from + Number(size))) });
      from += Number(size) + 1;
    }
  }
  return { found, missing };
};

/** Writes only objects. @param previous - `null`: the first one @returns the id of the commit */
export const writeLedgerCommit = async (
  repository: LeaseRepository,
  {
    item,
    bytes,
    previous,
    now,
  }: { readonly item: string; readonly bytes: Buffer; readonly previous: string | null; readonly now: Date },
): Promise<string> => {
  const run = gitOfLeases(repository, `write the ledger of ${item}`);
  const ask = async (...given: Parameters<Run>): Promise<string> => (await run(...given)).toString('utf8').trim();
  const blob = await ask(['hash-object', '-t', 'blob', '-w', '--stdin'], { input: bytes });
  const tree = await ask(['mktree'], { input: `100644 blob ${blob}\t${FILE}\n` });
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
