/** One run, read from its ledger for all readers: status, rows, last records, and positions of the older ones. */
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { anchorFolder, readAnchor } from '../../../ledger/anchor.ts';
import type { LedgerHead } from '../../../ledger/check-chain.ts';
import type { LedgerRecord } from '../../../ledger/ledger-record.ts';
import { type LedgerTail, tailLedger, readSpan } from '../../../ledger/ledger-tail.ts';
import type { PlacedRecord } from '../../page-data.ts';
import {
  foldPage,
  NO_PAGE,
  placeOf,
  type PageRow,
  pageRowOf,
  type PageStatus,
  pageStatusOf,
} from '../../page-status.ts';
import { RECORDED_ITERATIONS, RECORDS_AT_ONCE } from '../../page-transcript.ts';
import { placeRecord } from '../../render-page.ts';
import { asWorkRecord, type WorkRecord } from '../../../records/records.ts';
import { configIn } from '../../../records/ruling-config.ts';
import { createRedactData } from '../../../base/redact-text.ts';
import type { FoundRun } from './find-runs.ts';

export type RunBook = ReturnType<typeof createRunBook>;

/** The start of an iteration: bytes of the ledger, and the record before. */
interface IterationStart {
  readonly at: number;
  readonly after: LedgerHead;
}

/** Records between two turns of the event loop: the loop may be in this very process. */
const BATCH = 100;

export const createRunBook = (found: FoundRun) => {
  const redact = createRedactData(found.config, process.env);
  const starts: IterationStart[] = [];
  const over: PageRow[] = [];
  const recent: { readonly seq: number; readonly n: number; readonly record: WorkRecord }[] = [];
  const commits: { readonly n: number; readonly commit: string }[] = [];
  let tail: LedgerTail | null = null;
  let fold = NO_PAGE;
  let end = 0;
  let head: LedgerHead = { seq: -1, hash: '' };

  const add = (sealed: LedgerRecord, record: WorkRecord, to: number): void => {
    const row = pageRowOnChange(record);
    const n = placeOf(fold);
    if (n > starts.length) {
      if (row !== null) over.push(row);
      starts.push({ at: end, after: { seq: sealed.seq - 1, hash: sealed.prev } });
    }
    const commit = commitIn(record);
    if (commit !== null) commits.push({ n, commit });
    recent.push({ seq: sealed.seq, n, record });
    while (recent.length > RECORDS_AT_ONCE || (recent[0]?.n ?? n) <= n - RECORDED_ITERATIONS) recent.shift();
    end = to;
    head = { seq: sealed.seq, hash: sealed.hash };
  };

  /** Folds the record. @returns the row of the iteration before, where the record begins another */
  const pageRowOnChange = (record: WorkRecord): PageRow | null => {
    const before = fold;
    fold = foldPage(fold, record);
    return placeOf(fold) === placeOf(before) ? null : pageRowOf(before);
  };

  /**
   * Reads on, a long ledger in several steps. When it throws, the records before the break are known.
   * @param onConfig - receives each record with a config as soon as it is read: the first one, and accepted ones
   * @throws {LedgerError} when what is there does not follow from what was read
   */
  const read = async (gone: AbortSignal, onConfig: (ruling: WorkRecord) => void): Promise<void> => {
    tail ??= tailLedger(found.ledger, readAnchor(anchorFolder(process.env), found.run));
    for (;;) {
      const sealed = tail.read();
      if (sealed.length === 0) return;
      const ends = tail.ends();
      for (const [at, each] of sealed.entries()) {
        const record = redact(asWorkRecord(each));
        if (each.seq === 0 || configIn(record) !== null) onConfig(record);
        add(each, record, ends[at] ?? end);
        if (at % BATCH === BATCH - 1) await turnOfTheEventLoop();
      }
      await turnOfTheEventLoop();
      if (gone.aborted) return;
    }
  };

  /** Of any iteration, read again; the last when too many. @throws {LedgerError} when others are in their place */
  const recordsOf = async (n: number): Promise<readonly PlacedRecord[]> => {
    const start = starts[n - 1];
    if (start === undefined) return [];
    const next = starts[n];
    const span = { from: start.at, to: next?.at ?? end, after: start.after, last: next?.after ?? head };
    const sealed = await readSpan(found.ledger, span);
    return sealed.slice(-RECORDS_AT_ONCE).map((each) => placeRecord(redact(asWorkRecord(each)), n));
  };

  return {
    read,
    /** How many records from the first one on follow from each other; 0 when none of them is to be shown. */
    sound: (): number => tail?.sound() ?? 0,
    records: (): number => head.seq + 1,
    iterations: (): number => starts.length,
    status: (): PageStatus => pageStatusOf(fold),
    /** @param from, to - by their `n`, both included; those that are not there are left out */
    rows: (from: number, to: number): readonly PageRow[] => {
      const last = to > over.length && from <= starts.length ? pageRowOf(fold) : null;
      return [...over.slice(Math.max(0, from - 1), to), ...(last === null ? [] : [last])];
    },
    /** Those of the last iterations, each with its number in the ledger. */
    recent: () => recent,
    /** The last commit before an iteration: of the run, or of its start; null without one. */
    commitBefore: (n: number): string | null => commits.findLast((each) => each.n < n)?.commit ?? null,
    /** The iteration of a record, or of the next one. */
    placeOf: (seq: number): number => starts.findLastIndex(({ after }) => after.seq < seq) + 1,
    recordsOf,
  };
};

/** A run without commits of its own begins at HEAD. */
const commitIn = ({ type, data }: WorkRecord): string | null => {
  if (type === 'work.committed') return data.commit;
  return type === 'run.started' ? data.head : null;
};

export type RunBooks = ReturnType<typeof createRunBooks>;

/** The books that are open, for who asks for a part of one: a ledger is not read again for that. */
export const createRunBooks = () => {
  const books = new Map<RunBook, string>();
  return {
    open: (found: FoundRun, gone: AbortSignal): RunBook => {
      const book = createRunBook(found);
      books.set(book, found.ledger);
      gone.addEventListener('abort', () => books.delete(book), { once: true });
      return book;
    },
    /** `null` when no reader has the run open. One may still be read for the first time. */
    find: ({ ledger }: FoundRun): RunBook | null =>
      [...books]
        .flatMap(([book, path]) => (path === ledger && book.records() > 0 ? [book] : []))
        .toSorted((one, other) => other.records() - one.records())[0] ?? null,
  };
};
