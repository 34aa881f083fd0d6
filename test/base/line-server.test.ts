import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { askLine, type LineServerOptions, serveLines } from '../../src/base/line-server.ts';

const aServer = async (options: Omit<LineServerOptions, 'path'>) => {
  const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  const path = join(folder, 'socket');
  const server = await serveLines({ path, ...options });
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = (line: string, timeoutMs = 10_000) => askLine({ path, line, timeoutMs });
  return { path, server, ask };
};

/** Says something raw and waits for the end. */
const say = (path: string, bytes: string | null, hangsUp = true): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    const socket = createConnection(path);
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(received));
    if (bytes !== null) socket.write(bytes);
    if (hangsUp) socket.end();
  });

test('a line is answered with a line', async () => {
  const { ask } = await aServer({ answer: (line) => Promise.resolve(line.toUpperCase()) });
  expect(await ask('übung')).toBe('ÜBUNG');
});

test('only its user may speak to it', async () => {
  const { path } = await aServer({ answer: () => '' });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('text after the first line is ignored', async () => {
  const received: string[] = [];
  const { path } = await aServer({ answer: (line) => (received.push(line), 'yes') });
  expect(await say(path, 'one\ntwo\n')).toBe('yes\n');
  expect(received).toEqual(['one']);
});

test.each([
  ['longer than it may be', `${'x'.repeat(11)}\n`],
  ['without an end', 'x'.repeat(11)],
  ['cut off', 'x'],
])('a line that is %s is not answered', async (_what, bytes) => {
  const received: string[] = [];
  const { path } = await aServer({ answer: (line) => (received.push(line), 'yes'), maxBytes: 10 });
  expect(await say(path, bytes)).toBe('');
  expect(received).toEqual([]);
});

test('a silent caller is disconnected', async () => {
  const { path } = await aServer({ answer: () => '', patienceMs: 20 });
  expect(await say(path, null, false)).toBe('');
});

test('excess callers are disconnected, and later ones are answered', async () => {
  const { path, ask } = await aServer({ answer: () => 'yes', maxCallers: 1 });
  const first = createConnection(path);
  await new Promise((resolve) => first.once('connect', resolve));
  await expect(ask('two')).rejects.toThrow('Cannot ask');
  const gone = new Promise((resolve) => first.once('close', resolve));
  first.end('one\n');
  first.resume();
  await gone;
  expect(await ask('three')).toBe('yes');
});

test('an answer that cannot be given is none', async () => {
  const { ask } = await aServer({
    answer: () => {
      throw new Error('secret');
    },
  });
  await expect(ask('one')).rejects.toMatchObject({
    kind: 'broken',
    message: expect.stringContaining('closed the connection without an answer'),
  });
});

test('an answer that does not come in time is none', async () => {
  const { ask } = await aServer({ answer: () => new Promise(() => {}) });
  await expect(ask('one', 20)).rejects.toMatchObject({
    kind: 'late',
    message: expect.stringContaining('no answer within 20 ms'),
  });
});

test('a socket without a listener is reported as absent', async () => {
  const { ask, server } = await aServer({ answer: () => 'yes' });
  await server.close();
  await expect(ask('one')).rejects.toMatchObject({
    kind: 'absent',
    message: expect.stringContaining('no process listens there'),
  });
});

test('two cannot listen at one place', async () => {
  const { path } = await aServer({ answer: () => 'yes' });
  await expect(serveLines({ path, answer: () => 'no' })).rejects.toMatchObject({ kind: 'unusable' });
});
