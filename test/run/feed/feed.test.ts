import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFeed, type FeedBounds } from '../../../src/run/feed/feed.ts';
import type { RunEvent, RunEventBody } from '../../../src/records/run-events.ts';

const ROOMY: FeedBounds = { maxReaders: 16, lateBytes: 1_000_000, maxBytes: 1_000_000 };
const event = (body: RunEventBody): RunEvent => ({ v: 4, at: '2026-01-13T10:00:00.000Z', run: 'a-run', ...body });
const notice = (text: string): RunEvent => event({ type: 'notice', text });
const passed = (name: string, suite_passing: number): RunEvent =>
  event({ type: 'test.passed', file: 'a', name, suite_passing, suite_failing: 0, suite_skipped: 0 });
const started = event({ type: 'run.started', phases: ['RED'], phase: 'RED', resumed: false, folder: '/project' });
const END = { feed: 'end' };

const aFeed = async (bounds: FeedBounds = ROOMY) => {
  const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  const path = join(folder, 'feed');
  const feed = createFeed(bounds);
  await feed.listen(path);
  onTestFinished(async () => {
    await feed.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { feed, path };
};

interface Reader {
  readonly socket: Socket;
  /** Resolves with the first lines when there are so many. */
  readonly lines: (count: number) => Promise<readonly unknown[]>;
  /** All of them, when the other side has hung up. */
  readonly whole: Promise<readonly unknown[]>;
}

/** Reads from the beginning, or when `isSlow` after `resume`. */
const aReader = async (path: string, isSlow = false): Promise<Reader> => {
  const socket = createConnection(path);
  await new Promise((resolve) => socket.once('connect', resolve));
  const received: unknown[] = [];
  let torn = '';
  const looks = new Set<() => void>();
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const lines = `${torn}${chunk.toString()}`.split('\n');
    torn = lines.pop() ?? '';
    received.push(...lines.map((line) => JSON.parse(line)));
    for (const look of looks) look();
  });
  if (isSlow) socket.pause();
  onTestFinished(() => void socket.destroy());
  return {
    socket,
    lines: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length >= count) resolve(received.slice(0, count));
        };
        looks.add(look);
        look();
      }),
    whole: new Promise((resolve) => socket.once('close', () => resolve(received))),
  };
};

test('a late reader gets the status of the run, then the events, then the end', async () => {
  const { feed, path } = await aFeed();
  feed.send(started);
  feed.send(notice('missed'));
  const reader = await aReader(path);
  expect(await reader.lines(1)).toEqual([started]);
  feed.send(notice('heard'));
  await feed.close();
  expect(await reader.whole).toEqual([started, notice('heard'), END]);
});

test('the agent’s output is sent to no reader', async () => {
  const { feed, path } = await aFeed();
  feed.send(started);
  const reader = await aReader(path);
  await reader.lines(1);
  feed.send(event({ type: 'agent.output', phase: 'RED', iteration: 1, stream: 'stdout', text: 'secret' }));
  await feed.close();
  expect(await reader.whole).toEqual([started, END]);
});

test('only its user may read it', async () => {
  const { path } = await aFeed();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a reader that sends anything is disconnected', async () => {
  const { feed, path } = await aFeed();
  feed.send(started);
  const { socket, lines, whole } = await aReader(path);
  await lines(1);
  socket.write('{"command":"skip"}\n');
  expect(await whole).toEqual([started]);
});

test('surplus readers get a refusal, and later ones are admitted', async () => {
  const { feed, path } = await aFeed({ ...ROOMY, maxReaders: 1 });
  feed.send(started);
  const first = await aReader(path);
  await first.lines(1);
  const second = await aReader(path);
  expect(await second.whole).toEqual([{ feed: 'cut', says: '1 others already watch it' }]);
  first.socket.destroy();
  const third = async (): Promise<readonly unknown[]> => {
    const [line] = await (await aReader(path)).lines(1);
    return JSON.stringify(line).includes('cut') ? third() : [line];
  };
  expect(await third()).toEqual([started]);
});

test('a reader that stops reading is cut off with a reason; the others, and the loop, do not wait for it', async () => {
  const { feed, path } = await aFeed({ ...ROOMY, lateBytes: 10_000, maxBytes: 100_000 });
  feed.send(started);
  const quick = await aReader(path);
  await quick.lines(1);
  const slow = await aReader(path, true);
  // The system keeps some of it too.
  const text = 'x'.repeat(50_000);
  for (let i = 0; i < 50; i += 1) {
    feed.send(notice(text));
    await quick.lines(i + 2);
  }
  slow.socket.resume();
  const received = await slow.whole;
  expect(received.at(-1)).toEqual({ feed: 'cut', says: 'it reads more slowly than the run emits events' });
  expect(received.length).toBeLessThan(50);
  expect(await quick.lines(51)).toHaveLength(51);
});

test('a burst of passing tests cuts no reader off: omitted ones are in the counts of the next event', async () => {
  const { feed, path } = await aFeed({ ...ROOMY, lateBytes: 10_000, maxBytes: 1_000_000 });
  feed.send(started);
  const reader = await aReader(path);
  await reader.lines(1);
  for (let i = 1; i <= 5_000; i += 1) feed.send(passed('x'.repeat(1_000), i));
  const last = event({
    type: 'tests.ended',
    green: true,
    ms: 1,
    exit_code: 0,
    problems: [],
    suite_passing: 5_000,
    suite_failing: 0,
    suite_skipped: 0,
  });
  feed.send(last);
  await feed.close();
  const received = await reader.whole;
  expect(received.slice(-2)).toEqual([last, END]);
  expect(received.length).toBeLessThan(2_000);
});

test('a reader who never reads does not keep the run from ending', async () => {
  const { feed, path } = await aFeed({ ...ROOMY, maxBytes: 100_000_000 });
  await aReader(path, true);
  // Until it is let in.
  feed.send(started);
  for (let i = 0; i < 100; i += 1) feed.send(notice('x'.repeat(100_000)));
  const begun = performance.now();
  await feed.close();
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('two loops cannot listen at one path', async () => {
  const { path } = await aFeed();
  await expect(createFeed().listen(path)).rejects.toMatchObject({ code: 'E_CHANNEL', kind: 'unusable' });
});
