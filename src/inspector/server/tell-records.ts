/**
 * Tells one reader the head of a run and its records, as they stand in the ledger and no further than it holds.
 *
 * @module
 */
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { DualgateError } from '../../../gates/errors.ts';
import { anchorFolder, readAnchor } from '../../ledger/anchor.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { type LedgerTail, tailLedger } from '../../ledger/ledger-tail.ts';
import { headOf, headOfConfig } from '../../page/head-of.ts';
import type { PageHead } from '../../page/page-data.ts';
import { pageRowOf, pageStatusOf } from '../../page/page-status.ts';
import { trimRecord } from '../../page/trim-record.ts';
import { createRedactData } from '../../redact/redact-data.ts';
import { refuseBroken } from '../../records/refuse-broken.ts';
import { foldWork } from '../../records/fold/fold-work.ts';
import { UNSTARTED } from '../../records/fold/work-state.ts';
import { asWorkRecord, type WorkRecord } from '../../records/catalogue/records.ts';
import { foldRow, type IterationRow, NO_ROWS } from '../../view/iteration-rows.ts';
import type { EventStream } from './event-stream.ts';
import { type FoundRun, isGoing } from './find-runs.ts';

export interface TellOptions {
  readonly stream: EventStream;
  readonly found: FoundRun;
  /** Number of the last record that the reader has; -1 for none. */
  readonly after: number;
  readonly orders: boolean;
}

/** Records of one message. */
const MAX_BATCH = 100;

interface RecordTeller {
  /** Tells all that is there; throws nothing: what is wrong is told. */
  readonly tell: () => Promise<void>;
}

export const createRecordTeller = ({ stream, found, after, orders }: TellOptions): RecordTeller => {
  const redact = createRedactData(found.config, process.env);
  let tail: LedgerTail | null = null;
  let isHeadTold = false;
  let isBroken = false;
  let next = 0;
  let state = UNSTARTED;
  let rows = NO_ROWS;
  const tellHead = (started: WorkRecord | undefined): void => {
    if (isHeadTold) return;
    isHeadTold = true;
    const told: Pick<PageHead, 'run' | 'going' | 'orders' | 'at'> = {
      run: found.run,
      going: isGoing(found),
      orders,
      at: new Date().toISOString(),
    };
    stream.send('head', started === undefined ? headOfConfig(found.config, told) : headOf(started, told));
  };
  const tell = async (): Promise<void> => {
    tail ??= tailLedger(found.ledger, readAnchor(anchorFolder(process.env), found.run));
    for (;;) {
      const records = tail.read().map((sealed) => redact(asWorkRecord(sealed)));
      tellHead(records[0]);
      if (records.length === 0) return;
      for (let at = 0; at < records.length; at += MAX_BATCH) {
        const own = records.slice(at, at + MAX_BATCH);
        const changed = new Map<number, IterationRow>();
        for (const [i, record] of own.entries()) {
          state = foldWork(state, record);
          rows = foldRow(rows, record);
          if (rows.row !== null && next + at + i > after) changed.set(rows.row.n, rows.row);
        }
        const batch = own.filter((_, i) => next + at + i > after);
        if (batch.length > 0) {
          stream.send(
            'records',
            batch.map((record) => trimRecord(record)),
            next + Math.min(at + MAX_BATCH, records.length) - 1,
          );
          stream.send('rows', [...changed.values()].map(pageRowOf));
          stream.send('status', pageStatusOf(state));
        }
        await stream.room();
        // A long ledger is not read in one go: the loop may be in this very process.
        await turnOfTheEventLoop();
        if (stream.gone.aborted) return;
      }
      next += records.length;
    }
  };
  return {
    tell: async () => {
      if (isBroken) return;
      try {
        await tell();
      } catch (error) {
        if (!(error instanceof DualgateError)) throw error;
        isBroken = true;
        tellHead(undefined);
        const sound = error instanceof LedgerError && error.trouble === 'broken' ? (tail?.sound() ?? 0) : null;
        stream.send('trouble', { said: await nameTrouble(found, error), ...(sound === null ? {} : { sound }) });
      }
    },
  };
};

/** Who reads the whole chain says what is wrong, and where. */
const nameTrouble = async ({ ledger, run }: FoundRun, error: DualgateError): Promise<string> => {
  try {
    await refuseBroken(ledger, run);
  } catch (closer) {
    if (closer instanceof DualgateError) return closer.message;
  }
  return error.message;
};
