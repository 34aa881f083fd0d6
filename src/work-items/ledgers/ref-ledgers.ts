/**
 * The ledgers of work items on the refs of a Git remote, for machines that share nothing else. Each is replaced only where
 * its next writer found it; the run of an item, its files and the branch of a result move with it.
 *
 * @module
 */
import { anchorFolder, readAnchor, writeAnchor } from '../../ledger/anchor.ts';
import type { LeaseRepository } from '../../leases/lease-repository.ts';
import { takeOne } from '../../leases/read-refs.ts';
import type { RefMove } from '../../leases/ref-move.ts';
import { passOver } from '../broken-item.ts';
import { checkSavedRun, workRef } from '../saved-run.ts';
import { extendItemLedger, readItemLedger } from './item-ledger.ts';
import type { FoundLedger, ItemLedgers } from './item-ledgers.ts';
import { type ItemTip, LEDGERS, readItemTips, readRunFile, writeLedgerCommit } from './item-refs.ts';
import { listAnchored, nameAnchor } from './name-anchor.ts';

interface RefLedgerOptions {
  readonly repository: LeaseRepository;
  /** A URL or an absolute path, from the operator. */
  readonly remote: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
}

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
