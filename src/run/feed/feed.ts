/**
 * The feed of a live run: a socket on which every user who may read the ledger receives the status of the run, and then every
 * event as it happens. Readers and bytes are bounded. The loop waits for no reader, and the feed costs nothing without one.
 */
import { createServer, type Socket } from 'node:net';
import { EVENTS_VERSION, type RunEvent } from '../../records/run-events.ts';
import { listenOn } from '../../base/line-server.ts';
import { foldLive, type Live } from '../../view/live.ts';

// Events without which a reader who begins to watch during a run would see another state than one who was there from the start.

export interface CurrentEvents {
  readonly receive: (event: RunEvent) => void;
  /** In the order in which they happened. */
  readonly list: () => readonly RunEvent[];
}

/** Events that may be kept before those that nobody needs are looked for. */
const ROOM = 64;

/** For one run, before its first event. */
export const createCurrentEvents = (): CurrentEvents => {
  let kept: RunEvent[] = [];
  let most = ROOM;
  const thin = (): void => {
    kept = neededOf(kept);
    most = kept.length + ROOM;
  };
  return {
    receive: (event) => {
      const last = kept.at(-1);
      // Each test has the counts of those before it.
      if (last !== undefined && isOfTest(last) && isOfTest(event)) kept.pop();
      kept.push(event);
      if (kept.length > most) thin();
    },
    list: () => {
      thin();
      return [...kept];
    },
  };
};

export const isOfTest = ({ type }: RunEvent): boolean =>
  type === 'test.passed' || type === 'test.failed' || type === 'test.skipped';

const neededOf = (events: readonly RunEvent[]): RunEvent[] => {
  const whole = stateAfter(events);
  // The run is not active: the last one says why.
  if (whole === 'null') return events.slice(-1);
  return events.reduce<RunEvent[]>(
    (needed, event) => {
      const others = needed.filter((each) => each !== event);
      return stateAfter(others) === whole ? others : needed;
    },
    [...events],
  );
};

const stateAfter = (events: readonly RunEvent[]): string => JSON.stringify(events.reduce<Live | null>(foldLive, null));

/** `end`: the run has ended. `cut`: this reader gets no further events, and why. */
export type FeedEnd = { readonly feed: 'end' } | { readonly feed: 'cut'; readonly says: string };

/** Without its line feed. */
const writeFeedLine = (said: RunEvent | FeedEnd): string => JSON.stringify(said);

/** `null` for a line that is no event of this run: another process could write anything. Event kinds of later versions pass. */
export const readFeedLine = (line: string, run: string): RunEvent | FeedEnd | null => {
  const said = parse(line);
  if (typeof said !== 'object' || said === null) return null;
  if ('feed' in said) {
    if (said.feed === 'end') return { feed: 'end' };
    return said.feed === 'cut' && 'says' in said && typeof said.says === 'string'
      ? { feed: 'cut', says: said.says }
      : null;
  }
  if (!('v' in said && 'type' in said && 'at' in said && 'run' in said)) return null;
  const { v, type, at, run: of } = said;
  if (v !== EVENTS_VERSION || of !== run || typeof type !== 'string' || typeof at !== 'string') return null;
  if (Number.isNaN(Date.parse(at)) || !isName(said, 'phase') || !areNames(said, 'phases')) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `writeFeedLine` of a loop of this user
  return said as RunEvent;
};

/** Names of phases are shown unchanged. */
const isName = (said: object, key: string): boolean => {
  const name: unknown = Reflect.get(said, key) ?? '';
  // oxlint-disable-next-line no-control-regex -- what moves a cursor is no name
  return typeof name === 'string' && !/[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/.test(name);
};

const areNames = (said: object, key: string): boolean => {
  const names: unknown = Reflect.get(said, key) ?? [];
  return Array.isArray(names) && names.every((_name, i) => isName(names, String(i)));
};

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};

export interface Feed {
  /** Sends an event to every reader. The agent's output is not sent: it is in the transcripts. */
  readonly send: (event: RunEvent) => void;
  /** @param path - absolute @throws {ChannelError} `unusable` when it cannot listen */
  readonly listen: (path: string) => Promise<void>;
  /** Sends the end of the run to every reader; resolves when they have received it, after half a second at the latest. */
  readonly close: () => Promise<void>;
}

/** @default those of a run */
export interface FeedBounds {
  /** At the same time. */
  readonly maxReaders: number;
  /** Bytes that may wait for one reader before events of passing tests are omitted: the counts of the next event include them. */
  readonly lateBytes: number;
  /** Bytes that may wait for one reader before it is cut off. */
  readonly maxBytes: number;
}

const BOUNDS: FeedBounds = { maxReaders: 16, lateBytes: 1_048_576, maxBytes: 8_388_608 };

/** Time for a reader to receive the last line, in milliseconds: at the end of a run, and when it is cut off before. */
const AT_THE_END_MS = 500;
const CUT_OFF_MS = 5_000;

export const createFeed = ({ maxReaders, lateBytes, maxBytes }: FeedBounds = BOUNDS): Feed => {
  const current = createCurrentEvents();
  const readers = new Set<Socket>();
  let closing = false;
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    // A feed is only read. Input from readers is bounded and discarded.
    socket.once('data', () => socket.destroy());
    socket.once('close', () => readers.delete(socket));
    // A listening socket keeps no process alive.
    socket.unref();
    if (closing) return void part(socket, { feed: 'end' });
    if (readers.size >= maxReaders)
      return void part(socket, { feed: 'cut', says: `${maxReaders} others already watch it` });
    readers.add(socket);
    for (const event of current.list()) socket.write(`${writeFeedLine(event)}\n`);
  });
  server.on('error', () => {});
  return {
    listen: async (path) => {
      await listenOn(server, path);
      server.unref();
    },
    send: (event) => {
      if (event.type === 'agent.output') return;
      current.receive(event);
      if (readers.size === 0) return;
      const line = `${writeFeedLine(event)}\n`;
      for (const reader of readers) {
        if (reader.writableLength > maxBytes) {
          readers.delete(reader);
          void part(reader, { feed: 'cut', says: 'it reads more slowly than the run emits events' });
        } else if (event.type !== 'test.passed' || reader.writableLength <= lateBytes) reader.write(line);
      }
    },
    close: async () => {
      closing = true;
      const parted = [...readers].map((reader) => part(reader, { feed: 'end' }));
      readers.clear();
      server.close();
      await Promise.all(parted);
    },
  };
};

/** Sends a last line, and disconnects a reader that does not take it. */
const part = (socket: Socket, word: FeedEnd): Promise<void> =>
  new Promise((resolve) => {
    const isEnd = word.feed === 'end';
    const clock = setTimeout(() => socket.destroy(), isEnd ? AT_THE_END_MS : CUT_OFF_MS);
    if (!isEnd) clock.unref();
    socket.once('close', () => {
      clearTimeout(clock);
      resolve();
    });
    socket.end(`${writeFeedLine(word)}\n`, () => socket.destroy());
  });
