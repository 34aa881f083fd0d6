/**
 * The run of an item on the remote: its ledger in the commit of the item's ledger, whose record `item.run_saved` is the
 * anchor that travels with it, and its commits and files under `refs/dualgate/work/<item>`.
 *
 * @module
 */
import { LedgerError } from '../ledger/ledger-error.ts';
import { type LedgerRecord, parseLine } from '../ledger/ledger-record.ts';
import { readChain } from './ledgers/item-ledger.ts';
import type { ItemData } from './item-record.ts';

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
