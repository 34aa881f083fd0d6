/** The store of the work items: a folder, the refs of a Git remote, or these refs with leases on the Restate engine. */
import { join, resolve } from 'node:path';
import { anchorFolder, readAnchor, writeAnchor } from '../../ledger/anchor.ts';
import { type LeaseRepository, gitOfLeases } from '../leases/lease-repository.ts';
import { takeOne, type RefMove } from '../leases/remote-refs.ts';
import { passOver, createItems } from './create-items.ts';
import { workRef, type ItemStore, type SavedRun } from './item-store.ts';
import { extendItemLedger, readItemLedger, readChain } from './ledgers/item-ledger.ts';
import {
  type FoundLedger,
  type ItemLedgers,
  type ItemTip,
  LEDGERS,
  readItemTips,
  readRunFile,
  writeLedgerCommit,
} from './ledgers/item-refs.ts';
import { listAnchored, nameAnchor, createFolderLedgers } from './ledgers/folder-ledgers.ts';
import type { TddConfig } from '../../../gates/compile-gates.ts';
import type { Config } from '../../project/config/config.ts';
import { hashBytes, type LedgerRecord, parseLine } from '../../ledger/ledger-record.ts';
import { stateFolder } from '../../ledger/state-folder.ts';
import { createFolderLeases } from '../leases/folder-leases.ts';
import { createRefLeases } from '../leases/ref-leases.ts';
import { askGit, openRepository, git } from '../../commits/repository.ts';
import { createEngineLeases, createIngress, createWitness, type Witness } from '../restate/engine-leases.ts';
import { hashGates } from '../restate/lease.object.ts';
import { RunError } from '../../records/run-error.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import type { ItemData } from './item-record.ts';
import { runGit } from '../../project/sources/git.ts';
import { WorkspaceError } from '../../project/sources/workspace-error.ts';

interface RefLedgerOptions {
  readonly repository: LeaseRepository;
  /** A URL or an absolute path, from the operator. */
  readonly remote: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
}

/** Both are arguments of git, and the run's id is a name of files. */
const OBJECT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const RUN = /^[A-Za-z0-9-]{1,100}$/;

/** @throws {LedgerError} `broken`, at `place`: the item's ledger anchors another ledger, or a later state of it */
const checkSavedRun = (bytes: Buffer | null, saved: ItemData['item.run_saved'], place: string): SavedRun => {
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

/** @throws {LeaseError} from every call, when git or the remote fails @throws {LedgerError} `broken` from a reading */
export const createRefLedgers = ({
  repository,
  remote,
  env,
  now,
}: RefLedgerOptions): ItemLedgers<readonly RefMove[]> => {
  const known = new Map<string, string>();
  const readTips = (item?: string) =>
    readItemTips(repository, { remote, known, ...(item === undefined ? {} : { item }) });
  const anchors = anchorFolder(env);
  const readSeen = (item: string) => readAnchor(anchors, nameAnchor(remote, item));
  const place = (item: string): string => `${LEDGERS}${item} of ${remote}`;
  /** From here on, this machine recognises a remote that goes back behind it. */
  const note = (item: string, { seq, hash }: FoundLedger['ledger']['head']): void =>
    void writeAnchor(anchors, nameAnchor(remote, item), { seq, hash, at: now().toISOString() });

  const verify = ({ item, commit, bytes }: ItemTip, seen: ReturnType<typeof readAnchor>): FoundLedger => {
    const ledger = readItemLedger(bytes, place(item), seen);
    if (seen === null || seen.seq < ledger.head.seq) note(item, ledger.head);
    return { item, ledger, commit };
  };

  return {
    place: remote,
    isRemote: true,
    read: async (item) => {
      // Before the ref: another process of this machine may move both.
      const seen = readSeen(item);
      const tip = takeOne(await readTips(item));
      return tip === null ? null : verify(tip, seen);
    },
    list: async () => {
      const before = new Map(listAnchored(anchors, remote).map((item) => [item, readSeen(item)]));
      const tips = await readTips();
      const { found, broken } = await passOver(tips.found, (tip) => verify(tip, before.get(tip.item) ?? null));
      return { found, broken: [...tips.broken, ...broken] };
    },
    names: async () => {
      const { found, broken } = await readTips();
      return [...found, ...broken].map(({ item }) => item).toSorted();
    },
    readRun: async ({ item, commit }, saved) =>
      checkSavedRun(commit === null ? null : await readRunFile(repository, commit), saved, place(item)),
    alone: (_, act) => act(),
    extend: async ({ item, before, drafts, moves: further, run }) => {
      const ledger = extendItemLedger(before?.ledger ?? null, drafts, now());
      const previous = before?.commit ?? null;
      const content = { item, bytes: ledger.bytes, run: run?.toSave.bytes };
      const to = await writeLedgerCommit(repository, { ...content, previous, now: now() });
      const carried = [
        { ref: `${LEDGERS}${item}`, to, from: previous },
        ...(run === null ? [] : [{ ref: workRef(item), to: run.toSave.work, from: run.replaces }]),
        ...further,
      ];
      return { carried, ledger, landed: () => note(item, ledger.head) };
    },
  };
};

interface ItemsQuestion {
  readonly config: Pick<Config, 'folder' | 'work_items'> & TddConfig;
  readonly remote?: string;
  readonly engine?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now?: () => Date;
  readonly signal?: AbortSignal;
}

export interface OpenedItems {
  readonly store: ItemStore;
  /** How commits come from the remote and go there; `null` for the workspace. */
  readonly line: { readonly remote: string; readonly repository: LeaseRepository } | null;
  /** On the engine, a second judge of each session. */
  readonly witness: ((session: string) => Witness) | null;
}

/**
 * @throws {WorkspaceError} with a remote, when the workspace has no repository of git @throws {RunError} for an engine without
 *   a remote @throws {FleetError} when its address is none
 */
export const openItems = async ({
  config,
  remote: askedRemote,
  engine: askedEngine,
  env,
  now = () => new Date(),
  signal,
}: ItemsQuestion): Promise<OpenedItems> => {
  const { folder, work_items } = config;
  const remote = askedRemote ?? work_items.remote;
  const engine = askedEngine ?? work_items.engine;
  if (engine !== null && remote === null)
    throw new RunError(
      'Cannot use the engine for work items without a Git remote: it keeps only their leases. Set work_items.remote, or --remote.',
    );
  if (remote === null) {
    const outside = join(stateFolder(env), 'items', hashBytes(folder).slice(0, 16));
    const leases = createFolderLeases({ folder: join(outside, 'leases'), now });
    const ledgers = createFolderLedgers({ folder, outside, env, now });
    return { store: createItems({ leases, ledgers, now }), line: null, witness: null };
  }
  const { format, gitDir } = await openRepository(folder);
  const objects = await askGit({ folder }, ['rev-parse', '--git-path', 'objects']);
  const repository: LeaseRepository = {
    folder: join(stateFolder(env), 'items', hashBytes(remote).slice(0, 16), 'refs.git'),
    format,
    objects: resolve(folder, objects === '' ? join(gitDir, 'objects') : objects),
    env,
    signal,
  };
  const line = { remote, repository };
  const ledgers = createRefLedgers({ ...line, env, now });
  if (engine === null)
    return { store: createItems({ leases: createRefLeases({ ...line, now }), ledgers, now }), line, witness: null };
  const ingress = createIngress(engine, signal === undefined ? {} : { signal });
  const leases = createEngineLeases({ ...line, ingress, gates: hashGates(config) });
  return {
    store: createItems({ leases, ledgers, now }),
    line,
    witness: (session) => createWitness(ingress, session),
  };
};

interface Wanted {
  readonly ref: string;
  readonly commit: string;
  /** Absolute: the workspace. */
  readonly folder: string;
}

/** @throws {LeaseError} when the remote has it no more @throws {ProofError} when git cannot store it */
export const bringCommit = async (line: OpenedItems['line'], { ref, commit, folder }: Wanted): Promise<void> => {
  if (line === null || (await hasCommit(folder, commit))) return;
  const { remote, repository } = line;
  const run = gitOfLeases(repository, `fetch ${ref} of ${remote}`);
  const options = ['--quiet', '--no-write-fetch-head', '--no-tags', '--no-recurse-submodules'];
  await run(['fetch', ...options, '--', remote, ref]);
  const pack = await run(['pack-objects', '--quiet', '--revs', '--stdout'], { input: `${commit}\n` });
  await git({ folder }, ['index-pack', '--stdin'], { input: pack });
};

const hasCommit = async (folder: string, commit: string): Promise<boolean> => {
  try {
    await runGit(folder, ['cat-file', '-e', `${commit}^{commit}`]);
    return true;
  } catch (error) {
    if (error instanceof WorkspaceError && error.refusal !== null) return false;
    throw error;
  }
};
