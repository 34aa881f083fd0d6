/**
 * Shows one run to one reader: first its head, then its records as they are appended, and between them the events of
 * the loop. Each reader reads the ledger itself; the loop knows no reader and waits for none.
 */
import { closeSync, fstatSync, readSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { openPlain, WITHOUT_FOLLOWING } from '../../../base/files/open-plain.ts';
import { showText, trimValue } from '../../trim-value.ts';
import { type RedactData, createRedactData } from '../../../base/redact-text.ts';
import { type Fields, objectOf, parseEvent } from '../../../signals/envelopes/extractor.ts';
import type { PageAgent } from '../../page-transcript.ts';
import type { PageStatus } from '../../page-status.ts';
import { type FoundRun, isGoing, findGoingTurn, type TurnFile } from './find-runs.ts';
import type { RunEvent } from '../../../records/run-events.ts';
import type { Listen, LookAtList } from './own-runs.ts';
import { createRecordSender, type SendOptions } from './send-records.ts';
import type { PageEvent } from '../../page-data.ts';
import { sayNews } from '../../say-record.ts';
import { isOfTest } from '../../../run/feed/feed.ts';

/** Bytes that are read. */
const TAIL = 64 * 1024;
/** Longer than a secret. */
const NEAR = 8 * 1024;
const MAX_LINE = 200;

/** @returns none when the file cannot be read, or says nothing */
const lastLines = (path: string, most: number, redact: RedactData): readonly string[] => {
  const tail = readTail(path);
  if (tail === null) return [];
  // Secrets may have several lines.
  const text = redact(tail.text);
  // One may have been cut where the tail begins: nothing near there is shown.
  const [first = '', ...others] = (tail.isWhole ? text : text.slice(NEAR)).split('\n');
  const start = tail.isWhole ? sayLine(first) : [`…${first.slice(1 - MAX_LINE)}`];
  const lines = [...start, ...others.flatMap(sayLine)].filter((line) => line.trim() !== '');
  // JSON can write any letter of a secret as a number.
  return lines.slice(-most).map((line) => showText(redact(line), MAX_LINE));
};

const readTail = (path: string): { readonly text: string; readonly isWhole: boolean } | null => {
  try {
    const file = openPlain(path, WITHOUT_FOLLOWING);
    try {
      const { size } = fstatSync(file);
      const from = Math.max(0, size - TAIL);
      const bytes = Buffer.alloc(Math.min(TAIL, size));
      const length = readSync(file, bytes, 0, bytes.length, from);
      return { text: bytes.toString('utf8', 0, length), isWhole: from === 0 };
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
};

/** A terminal shows what follows the last carriage return. */
const sayLine = (line: string): readonly string[] => {
  const event = parseEvent(line);
  if (event !== null && ('type' in event || 'jsonrpc' in event))
    return wordsOf(event).flatMap((text) => text.split('\n'));
  return [line.split('\r').findLast((part) => part !== '') ?? ''];
};

/** Under these names the streams of agent programs have what a person reads. */
const WORDS = new Set(['text', 'command', 'file_path', 'path', 'message', 'delta', 'thinking', 'error']);
const MAX_DEPTH = 6;

const wordsOf = (event: Fields, depth = 0): readonly string[] =>
  depth > MAX_DEPTH
    ? []
    : Object.entries(event).flatMap(([name, value]) => {
        if (typeof value === 'string') return WORDS.has(name) ? [value] : [];
        return (Array.isArray(value) ? value : [value]).flatMap((each: unknown) => wordsOf(objectOf(each), depth + 1));
      });

// The agent's last lines, for one reader: sent again when it has printed more. A look costs the state of two files.

/** As many as the panel has room for. */
const SHOWN = 5;

/** @returns looks once more: null if nothing changed, or no iteration is active */
export const createLookAtAgent = (found: FoundRun) => {
  const redact = createRedactData(found.config, process.env);
  let turn = '';
  let files: readonly TurnFile[] = [];
  let seen = '';
  return (step: PageStatus['step']): PageAgent | null => {
    if (step === undefined) return null;
    const { phase, iteration, doing, since } = step;
    const now = `${phase} ${iteration} ${doing} ${since}`;
    // The files of a turn are made a moment after its record.
    if (now !== turn || files.length === 0) files = findGoingTurn(found, step);
    turn = now;
    const looks = files.map(lookAgain);
    const newest = looks.toSorted((one, other) => other.at - one.at)[0];
    const look = `${now} ${looks.map(({ bytes, at }) => `${bytes} ${at}`).join(' ')}`;
    if (newest === undefined || look === seen) return null;
    seen = look;
    // The stream that was written last: what people look for is what happens now.
    const speaking = looks.filter(({ bytes }) => bytes > 0).toSorted((one, other) => other.at - one.at)[0];
    const lines = speaking === undefined ? [] : lastLines(speaking.path, SHOWN, redact);
    return { phase, iteration, lines, at: new Date(newest.at).toISOString() };
  };
};

const lookAgain = (file: TurnFile): TurnFile => {
  const { size = 0, mtimeMs = file.at } = statSync(file.path, { throwIfNoEntry: false }) ?? {};
  return { ...file, bytes: size, at: mtimeMs };
};

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
  event.type === 'agent.output' ? null : trimValue({ ...event, news: sayNews(event) }, ROOM).value;

const MAX_UNREAD = 1_000;

/** Bounded. Only the last of the tests that stream in is kept, since each carries the counts. */
const createUnreadEvents = () => {
  const unread: RunEvent[] = [];
  let isFull = false;
  return {
    push: (event: RunEvent): void => {
      const last = unread.at(-1);
      if (last !== undefined && isOfTest(event) && isOfTest(last)) unread.pop();
      if (unread.length >= MAX_UNREAD) isFull = true;
      else unread.push(event);
    },
    shift: () => unread.shift(),
    first: () => unread[0],
    /** Whether there were more events than room: the reader would miss some. */
    isFull: () => isFull,
  };
};
