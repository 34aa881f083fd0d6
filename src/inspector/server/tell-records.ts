/**
 * Sends one reader the head of a run, its status and its last iterations, as they are in the ledger; then
 * each appended record. The amount is bounded however long the run is (`src/page/page-window.ts`).
 *
 * @module
 */
import { DualgateError } from '../../../gates/errors.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { headOf, headOfConfig } from '../../page/head-of.ts';
import type { PageHead } from '../../page/page-data.ts';
import { ROWS_AT_ONCE } from '../../page/page-window.ts';
import { trimRecord } from '../../page/trim-record.ts';
import { refuseBroken } from '../../records/refuse-broken.ts';
import type { WorkRecord } from '../../records/catalogue/records.ts';
import type { EventStream } from './event-stream.ts';
import { type FoundRun, isGoing } from './find-runs.ts';
import { createRunBook, type RunBook } from './run-book.ts';

export interface TellOptions {
  readonly stream: EventStream;
  readonly found: FoundRun;
  /** @default one of its own */
  readonly book?: RunBook;
  /** Number of the last record that the reader has; -1 for none. */
  readonly after: number;
  readonly commands: boolean;
}

/** Records or rows of one message. */
const MAX_BATCH = 100;

interface RecordTeller {
  /** Tells all that is there; throws nothing: what is wrong is told. */
  readonly tell: () => Promise<void>;
}

export const createRecordTeller = (options: TellOptions): RecordTeller => {
  const { stream, found, after, commands, book = createRunBook(found) } = options;
  /** A run may have no record yet: what its config says is told then, and the rest with its first record. */
  let headTold: 'no' | 'of config' | 'of ledger' = 'no';
  let isBroken = false;
  /** Number of the last record that was told; rows are told anew to who comes back. */
  let told = after;
  let areRowsTold = false;
  const tellHead = (started: WorkRecord | undefined): void => {
    if (headTold === 'of ledger' || (headTold === 'of config' && started === undefined)) return;
    headTold = started === undefined ? 'of config' : 'of ledger';
    const facts: Pick<PageHead, 'run' | 'going' | 'commands' | 'at'> = {
      run: found.run,
      going: isGoing(found),
      commands,
      at: new Date().toISOString(),
    };
    stream.send('head', started === undefined ? headOfConfig(found.config, facts) : headOf(started, facts));
  };
  const tellNew = async (): Promise<void> => {
    if (book.records() === 0 || (areRowsTold && told >= book.records() - 1)) return;
    const fresh = book.recent().filter(({ seq }) => seq > told);
    const last = book.iterations();
    const least = last - ROWS_AT_ONCE + 1;
    const rows = book.rows(areRowsTold ? Math.max(least, book.placeOf(told + 1)) : least, last);
    const status = book.status();
    for (let at = 0; at < fresh.length; at += MAX_BATCH) {
      const batch = fresh.slice(at, at + MAX_BATCH);
      told = batch.at(-1)?.seq ?? told;
      stream.send(
        'records',
        batch.map(({ n, record }) => ({ ...trimRecord(record), n })),
        told,
      );
      await stream.room();
      if (stream.gone.aborted) return;
    }
    // The newest first: the page shows the last one that it has.
    for (let end = rows.length; end === rows.length || end > 0; end -= MAX_BATCH) {
      stream.send('rows', rows.slice(Math.max(0, end - MAX_BATCH), end));
      await stream.room();
      if (stream.gone.aborted) return;
    }
    stream.send('status', status);
    areRowsTold = true;
  };
  return {
    tell: async () => {
      if (isBroken) return;
      try {
        await book.read(stream.gone, tellHead);
        tellHead(undefined);
        await tellNew();
      } catch (error) {
        if (!(error instanceof DualgateError)) throw error;
        isBroken = true;
        tellHead(undefined);
        const sound = error instanceof LedgerError && error.trouble === 'broken' ? book.sound() : null;
        // What stands before a break is told before the break is.
        if (sound !== 0) await tellNew();
        stream.send('trouble', { said: await nameTrouble(found, error), ...(sound === null ? {} : { sound }) });
      }
    },
  };
};

/** Who reads the whole chain says what is wrong, and where. */
export const nameTrouble = async ({ ledger, run }: FoundRun, error: DualgateError): Promise<string> => {
  try {
    await refuseBroken(ledger, run);
  } catch (closer) {
    if (closer instanceof DualgateError) return closer.message;
  }
  return error.message;
};
