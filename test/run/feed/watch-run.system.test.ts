import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openChannelFolder, removeChannelFolder } from '../../../src/base/channel-folder.ts';
import { listenOn } from '../../../src/base/line-server.ts';
import { takeLock } from '../../../src/ledger/lock.ts';
import { createRun } from '../../../src/run/create-run.ts';
import { createRunFolders, runFolders } from '../../../src/records/run-folders.ts';
import { EVENTS_VERSION, type RunEvent } from '../../../src/records/run-events.ts';
import { watchRun, type WatchOptions } from '../../../src/run/feed/watch-run.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { aCodeWorkspace, HONEST, withAnchorsAside } from '../a-workspace.ts';

const read = async (
  options: WatchOptions,
  receive: (event: RunEvent) => void = () => {},
): Promise<readonly RunEvent[]> => {
  const events: RunEvent[] = [];
  for await (const event of watchRun(options)) {
    events.push(event);
    receive(event);
  }
  return events;
};
const aPlace = () => {
  const workspace = mkdtempSync(join(tmpdir(), 'dualgate-'));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  return workspace;
};
/** A workspace that this process holds, and somebody who speaks in the place of its loop. */
const heldBy = async (says: readonly string[], then: 'hangs up' | 'stays' | 'drips and hangs up') => {
  const workspace = aPlace();
  const run = `watched-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const folders = runFolders(workspace, run);
  createRunFolders(folders);
  const lock = takeLock(folders.lock, { run, now: () => new Date() });
  const places = openChannelFolder(run, workspace);
  const speak = async (socket: Socket) => {
    socket.on('error', () => {});
    const bytes = Buffer.from(says.join('').replaceAll('RUN', run));
    for (const byte of then === 'drips and hangs up' ? bytes : []) {
      await new Promise((written) => socket.write(Buffer.of(byte), written));
      await turnOfTheEventLoop();
    }
    if (then !== 'drips and hangs up') socket.write(bytes);
    if (then !== 'stays') socket.end();
  };
  const server = createServer((socket) => void speak(socket));
  await listenOn(server, places.feedSocket);
  onTestFinished(() => {
    server.close();
    removeChannelFolder(places);
    lock.release();
  });
  return { workspace, run };
};
const line = (text: string) =>
  `{"v":${EVENTS_VERSION},"at":"2026-01-13T10:00:00.000Z","run":"RUN","type":"notice","text":"${text}"}\n`;

describe('a watcher of a run', () => {
  test('learns that no run is active, and what to do', async () => {
    const workspace = aPlace();
    const refusal = `Cannot watch a run in ${workspace}: it is not active. Run dualgate status for its state; dualgate run starts or resumes one.`;
    await expect(read({ workspace })).rejects.toMatchObject({ name: 'RunError', message: refusal });
  });

  test('learns so about another run than the active one', async () => {
    const { workspace } = await heldBy([], 'stays');
    await expect(read({ workspace, run: 'other' })).rejects.toThrow(
      /^Cannot watch the run other in .* it is not active/,
    );
  });

  test('reads lines that come in pieces', async () => {
    const { workspace } = await heldBy([line('Übung'), '{"feed":"end"}\n'], 'drips and hangs up');
    expect(await read({ workspace })).toMatchObject([{ type: 'notice', text: 'Übung' }]);
  });

  test.each([
    ['in the midst of a word', [line('one'), '{"v":']],
    ['without a word', [line('one')]],
  ])('learns when the loop has ended %s: nothing says how the run ended', async (_when, says) => {
    const { workspace, run } = await heldBy(says, 'hangs up');
    const received: RunEvent[] = [];
    const watching = async () => {
      for await (const event of watchRun({ workspace })) received.push(event);
    };
    await expect(watching()).rejects.toThrow(
      `Cannot watch the run ${run} any longer: it crashed, because its process ended without recording a result.`,
    );
    expect(received).toMatchObject([{ text: 'one' }]);
  });

  test('learns why it was cut off', async () => {
    const { workspace, run } = await heldBy([line('one'), '{"feed":"cut","says":"it is slow"}\n'], 'hangs up');
    await expect(read({ workspace })).rejects.toThrow(
      `Cannot watch the run ${run} any longer: it is slow. The run continues; watch it again.`,
    );
  });

  test.each([
    ['no JSON', 'hello\n'],
    ['of another run', line('x').replace('RUN', 'other')],
    ['of another version', line('x').replace(`"v":${EVENTS_VERSION}`, '"v":0')],
    ['without a time', line('x').replace('2026', 'soon')],
    ['no object', '3\n'],
    ['about a phase that moves the cursor', line('x').replace('"type"', '"phase":"\\u001b[2J","type"')],
    ['about phases that are none', line('x').replace('"type"', '"phases":["RED",3],"type"')],
    ['of another end', '{"feed":"over"}\n'],
    ['without an end', 'x'.repeat(17_000_000)],
  ])('believes no line that is %s', async (_what, word) => {
    const { workspace } = await heldBy([word], 'stays');
    await expect(read({ workspace })).rejects.toThrow(/its socket answers with another protocol version/);
  });

  test('may stop at any time, by its signal or by not reading on; nothing is thrown', async () => {
    const { workspace } = await heldBy([line('one'), line('two')], 'stays');
    const stop = new AbortController();
    const received: RunEvent[] = [];
    for await (const event of watchRun({ workspace, signal: stop.signal })) {
      received.push(event);
      if (received.length === 2) stop.abort();
    }
    for await (const event of watchRun({ workspace })) {
      received.push(event);
      break;
    }
    expect(received).toMatchObject([{ text: 'one' }, { text: 'two' }, { text: 'one' }]);
    expect(await read({ workspace, signal: AbortSignal.abort() })).toEqual([]);
  });

  test('stops waiting for a process that has locked the workspace and does not answer', async () => {
    const workspace = aPlace();
    const folders = runFolders(workspace, 'silent');
    createRunFolders(folders);
    onTestFinished(takeLock(folders.lock, { run: 'silent', now: () => new Date() }).release);
    const stop = new AbortController();
    const watching = read({ workspace, signal: stop.signal });
    stop.abort();
    expect(await watching).toEqual([]);
  });
});

describe.skipIf(!hasGit)('a live run (needs git)', () => {
  beforeEach(withAnchorsAside);

  test("shows a watcher the same as its own process, from the moment of connection; nothing of the agent's output", async () => {
    // The turn is not over before the watcher is there.
    const waits = ['sh', '-c', 'until [ -e .git/watched ]; do sleep 0.02; done'];
    const turns = [{ phase: 'RED', ...HONEST.RED, run: waits }];
    const { config, folder } = await aCodeWorkspace(turns, { limits: { iterations: 1 } });
    const comeIn = ({ type }: RunEvent) => {
      if (type === 'iteration.started') writeFileSync(join(folder, '.git/watched'), '');
    };
    const own: RunEvent[] = [];
    const watching: Promise<readonly RunEvent[]>[] = [];
    const run = createRun({
      config,
      onEvent: (event) => {
        own.push(event);
        if (event.type === 'iteration.started') watching.push(read({ workspace: folder }, comeIn));
      },
    });
    await run.ended;
    const [received = []] = await Promise.all(watching);
    const reported = own.filter(({ type }) => type !== 'agent.output');
    expect(own.length).toBeGreaterThan(reported.length);
    // Events that ended before are omitted; the others arrive whole and in order.
    expect(reported.filter((event) => received.some((each) => JSON.stringify(each) === JSON.stringify(event)))).toEqual(
      received,
    );
    expect(received.slice(0, 1).map(({ type }) => type)).toEqual(['run.started']);
    expect(received.map(({ type }) => type)).toContain('iteration.started');
    expect(reported.slice(reported.findIndex(({ type }) => type === 'turn.ended'))).toEqual(
      received.slice(received.findIndex(({ type }) => type === 'turn.ended')),
    );
    expect(received.at(-1)).toMatchObject({ type: 'run.ended' });
    await expect(read({ workspace: folder })).rejects.toThrow('it is not active');
  });
});
