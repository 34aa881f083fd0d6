/**
 * One reader of Server-Sent Events. Its backlog is bounded: a writer waits for it for a while, and then disconnects it.
 */
import type { ServerResponse } from 'node:http';
import type { PageMessages } from '../../page-data.ts';
import { startEvents } from './take-command.ts';

export interface EventStream {
  /**
   * @param id - number of a record, from which a lost connection continues
   */
  readonly send: <T extends keyof PageMessages>(name: T, message: PageMessages[T], id?: number) => void;
  /** Resolves when the reader has room again; disconnects a reader that takes too long. */
  readonly room: () => Promise<void>;
  readonly beat: () => void;
  /** Resolves when the reader has received everything, or has disconnected. */
  readonly end: () => Promise<void>;
  /** Aborted when the reader has disconnected, or was disconnected. */
  readonly gone: AbortSignal;
  readonly hangUp: () => void;
}

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

export const openStream = (response: ServerResponse, { maxBytes, patienceMs }: StreamBounds = BOUNDS): EventStream => {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.on('error', () => response.destroy());
  startEvents(response);
  response.write(`retry: ${RETRY_MS}\n\n`);
  const write = (text: string): void => {
    if (!gone.signal.aborted) response.write(text);
  };
  const hangUp = (): void => void response.destroy();
  return {
    send: (name, message, id) =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(message)}\n\n`),
    room: () => (response.writableLength <= maxBytes ? Promise.resolve() : drained(response, gone.signal, patienceMs)),
    // Heartbeats are not queued for a reader that reads nothing.
    beat: () => (response.writableLength === 0 ? write(':\n\n') : undefined),
    end: () =>
      new Promise((resolve) => {
        if (gone.signal.aborted) return resolve();
        gone.signal.addEventListener('abort', () => resolve(), { once: true });
        response.end();
      }),
    gone: gone.signal,
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
