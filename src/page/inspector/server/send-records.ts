/**
 * Sends one reader the head of a run, its status and its last iterations, as they are in the ledger; then
 * each appended record. The amount is bounded however long the run is (`src/page/page-transcript.ts`).
 */
import { DualgateError } from '../../../../gates/errors.ts';
import { LedgerError } from '../../../ledger/ledger-error.ts';
import { headOf, headOfConfig } from '../../head-of.ts';
import type { PageHead, PageMessages } from '../../page-data.ts';
import type { PageStatus } from '../../page-status.ts';
import { ROWS_AT_ONCE } from '../../page-transcript.ts';
import { placeRecord } from '../../render-page.ts';
import { refuseBroken } from '../../../records/read-records.ts';
import type { WorkRecord } from '../../../records/records.ts';
import { type FoundRun, isGoing } from './find-runs.ts';
import { createRunBook, type RunBook } from './run-book.ts';
import type { ServerResponse } from 'node:http';
import { startEvents } from './take-command.ts';

/** One reader of Server-Sent Events. Its backlog is bounded: a writer waits for it for a while, and then disconnects it. */
export type EventStream = ReturnType<typeof openStream>;

/** @default those of a page */
export interface StreamBounds {
  /** Bytes that may wait for the reader. */
  readonly maxBytes: number;
  /** Milliseconds in which it has to take them. */
  readonly patienceMs: number;
}

const BOUNDS: StreamBounds = { maxBytes: 1 << 20, patienceMs: 20_000 };

/** The browser's pause before it connects again, in milliseconds. */
const RETRY_MS = 1_000;

export const openStream = (response: ServerResponse, { maxBytes, patienceMs }: StreamBounds = BOUNDS) => {
  const gone = new AbortController();
  const signal: AbortSignal = gone.signal;
  response.once('close', () => gone.abort());
  response.on('error', () => response.destroy());
  startEvents(response);
  response.write(`retry: ${RETRY_MS}\n\n`);
  const write = (text: string): void => {
    if (!gone.signal.aborted) response.write(text);
  };
  const hangUp = (): void => void response.destroy();
  return {
    /** @param id - number of a record, from which a lost connection continues */
    send: <T extends keyof PageMessages>(name: T, message: PageMessages[T], id?: number): void =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(message)}\n\n`),
    /** Resolves when the reader has room again; disconnects a reader that takes too long. */
    room: (): Promise<void> =>
      response.writableLength <= maxBytes ? Promise.resolve() : drained(response, gone.signal, patienceMs),
    // Heartbeats are not queued for a reader that reads nothing.
    beat: (): void => (response.writableLength === 0 ? write(':\n\n') : undefined),
    /** Resolves when the reader has received everything, or has disconnected. */
    end: (): Promise<void> =>
      new Promise((resolve) => {
        if (gone.signal.aborted) return resolve();
        gone.signal.addEventListener('abort', () => resolve(), { once: true });
        response.end();
      }),
    /** Aborted when the reader has disconnected, or was disconnected. */
    gone: signal,
    hangUp,
  };
};

const drained = (response: ServerResponse, gone: AbortSignal, patienceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const clock = setTimeout(() => response.destroy(), patienceMs).unref();
    const done = (): void => {
      clearTimeout(clock);
      response.off('drain', done);
      gone.removeEventListener('abort', done);
      resolve();
    };
    response.once('drain', done);
    gone.addEventListener('abort', done, { once: true });
  });

export interface SendOptions {
  readonly stream: EventStream;
  readonly found: FoundRun;
  /** @default one of its own */
  readonly book?: RunBook;
  /** Number of the last record that the reader has; -1 for none. */
  readonly after: number;
  readonly commands: boolean;
}

const MAX_BATCH = 100;

export const createRecordSender = (options: SendOptions) => {
  const { stream, found, after, commands, book = createRunBook(found) } = options;
  /** A run may have no record yet: the head is then sent from its config, and completed with its first record. */
  let isHeadSent = false;
  let isBroken = false;
  /** Number of the last sent record; a reader that comes back gets the rows again. */
  let sent = after;
  let areRowsSent = false;
  let step: PageStatus['step'];
  const sendHead = (ruling: WorkRecord | undefined): void => {
    if (isHeadSent && ruling === undefined) return;
    isHeadSent = true;
    const facts: Pick<PageHead, 'run' | 'going' | 'commands' | 'at'> = {
      run: found.run,
      going: isGoing(found),
      commands,
      at: new Date().toISOString(),
    };
    stream.send('head', ruling === undefined ? headOfConfig(found.config, facts) : headOf(ruling, facts));
  };
  const sendNew = async (): Promise<void> => {
    if (book.records() === 0 || (areRowsSent && sent >= book.records() - 1)) return;
    const fresh = book.recent().filter(({ seq }) => seq > sent);
    const last = book.iterations();
    const least = last - ROWS_AT_ONCE + 1;
    const rows = book.rows(areRowsSent ? Math.max(least, book.placeOf(sent + 1)) : least, last);
    const status = book.status();
    for (let at = 0; at < fresh.length; at += MAX_BATCH) {
      const batch = fresh.slice(at, at + MAX_BATCH);
      sent = batch.at(-1)?.seq ?? sent;
      stream.send(
        'records',
        batch.map(({ n, record }) => placeRecord(record, n)),
        sent,
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
    step = status.step;
    areRowsSent = true;
  };
  return {
    /** The step of the active iteration, by the sent records; absent between two. */
    step: () => step,
    /** Sends everything new; throws nothing: it sends problems too. */
    send: async (): Promise<void> => {
      if (isBroken) return;
      try {
        await book.read(stream.gone, sendHead);
        sendHead(undefined);
        await sendNew();
      } catch (error) {
        if (!(error instanceof DualgateError)) throw error;
        isBroken = true;
        sendHead(undefined);
        const sound = error instanceof LedgerError && error.trouble === 'broken' ? book.sound() : null;
        // The records before a break are sent before the break is.
        if (sound !== 0) await sendNew();
        stream.send('trouble', { said: await nameTrouble(found, error), ...(sound === null ? {} : { sound }) });
      }
    },
  };
};

/** A reader of the whole chain finds the problem and its place. */
export const nameTrouble = async ({ ledger, run }: FoundRun, error: DualgateError): Promise<string> => {
  try {
    await refuseBroken(ledger, run);
  } catch (closer) {
    if (closer instanceof DualgateError) return closer.message;
  }
  return error.message;
};
