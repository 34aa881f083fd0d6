/**
 * Shows one run to one reader: first its head, then its records as they are appended, and between them the events of the loop. Each
 * reader reads the ledger itself; the loop knows no reader and waits for none.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { RunEvent } from '../../records/run-events.ts';
import { isGoing } from './find-runs.ts';
import type { Listen } from './listen-to-run.ts';
import type { LookAtList } from './look-at-list.ts';
import { createLookAtAgent } from './transcripts/look-at-agent.ts';
import { createRecordSender, type SendOptions } from './send-records.ts';
import type { PageEvent } from '../../page/page-data.ts';
import { sayNews } from '../../page/say-record.ts';
import { trimValue } from '../../page/trim-value.ts';
import { isOfTest } from '../../run/feed/current-events.ts';

interface ShowOptions extends SendOptions {
  readonly listen: Listen;
  /** @default of no list */
  readonly lookAtList?: LookAtList;
  /** Aborted when the server ends: the existing records are still sent, and then the end. */
  readonly ending: AbortSignal;
}

/** Times in milliseconds: between two looks at the ledger, and between two sent tests. */
const LOOK_MS = 400;
const TEST_MS = 50;

/** Resolves when the reader has gone, or the server ends and the reader has received everything. */
export const showRun = async (options: ShowOptions): Promise<void> => {
  const { stream, found, listen, lookAtList = () => Promise.resolve(null), ending } = options;
  const unread = createUnreadEvents();
  let wake = (): void => {};
  const onEvent = (event: RunEvent): void => {
    unread.push(event);
    wake();
  };
  const records = createRecordSender(options);
  const lookAtAgent = createLookAtAgent(found);
  const stop = AbortSignal.any([stream.gone, ending]);
  stop.addEventListener('abort', () => wake(), { once: true });
  let going: boolean | null = null;
  let sentTestAt = 0;
  let lookAgainAt = 0;
  const listening = listen(found, onEvent, stream.gone);
  for (;;) {
    // The ledger comes first here too: a record is sent before its events.
    await records.send();
    if (stream.gone.aborted) return;
    // News may come a thousand times a second.
    if (ending.aborted || performance.now() >= lookAgainAt) {
      const list = await lookAtList();
      if (list !== null) stream.send('list', list);
      const agent = going === true ? lookAtAgent(records.step()) : null;
      if (agent !== null) stream.send('agent', agent);
      lookAgainAt = performance.now() + LOOK_MS;
    }
    const now = isGoing(found);
    if (going !== now && going !== null) stream.send('going', now);
    going = now;
    listening.attend(now);
    if (unread.isFull()) return stream.hangUp();
    const next = unread.first();
    const early = next !== undefined && isOfTest(next) ? sentTestAt + TEST_MS - performance.now() : 0;
    if (next !== undefined && (early <= 0 || ending.aborted)) {
      const shown = pageEventOf(next);
      if (shown !== null) stream.send('event', shown);
      unread.shift();
      if (isOfTest(next)) sentTestAt = performance.now();
      // A slow reader gets no more events: its backlog would be in the memory of the loop.
      await stream.room();
      continue;
    }
    if (ending.aborted) break;
    // Tests that stream in do not wake the loop: the last of them is sent when its time has come.
    const woken = new Promise<void>((resolve) => {
      wake = next === undefined ? resolve : () => {};
    });
    await Promise.race([woken, wait(next === undefined ? LOOK_MS : early, undefined, { ref: false })]);
  }
  stream.send('over', { said: OVER });
  await stream.end();
};

const OVER = 'The server has ended. The page stays as it is. To show the run again, run dualgate inspect.';

const ROOM = { text: 500, list: 20, keys: 80 } as const;

/** Pure; `null` for what the page does not get. */
export const pageEventOf = (event: RunEvent): PageEvent | null =>
  event.type === 'agent.output'
    ? null
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- trimming keeps the shape
      (trimValue({ ...event, news: sayNews(event) }, ROOM).value as PageEvent);

interface UnreadEvents {
  readonly push: (event: RunEvent) => void;
  readonly shift: () => RunEvent | undefined;
  readonly first: () => RunEvent | undefined;
  /** Whether there were more events than room: the reader would miss some. */
  readonly isFull: () => boolean;
}

const MAX_UNREAD = 1_000;

/**
 * Bounded: events that one reader has not received yet. Only the last of the tests that stream in is kept, since each
 * carries the counts.
 */
const createUnreadEvents = (most = MAX_UNREAD): UnreadEvents => {
  const unread: RunEvent[] = [];
  let isFull = false;
  return {
    push: (event) => {
      const last = unread.at(-1);
      if (last !== undefined && isOfTest(event) && isOfTest(last)) unread.pop();
      if (unread.length >= most) isFull = true;
      else unread.push(event);
    },
    shift: () => unread.shift(),
    first: () => unread[0],
    isFull: () => isFull,
  };
};
