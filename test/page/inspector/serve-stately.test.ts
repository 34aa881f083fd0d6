import { createWebSocketReceiver } from '@statelyai/inspect';
import { once } from 'node:events';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { createActor, createMachine } from 'xstate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createStatelyInspector, serveStately, type Viewers } from '../../../src/page/inspector/index.ts';
import { openSocket } from './open-socket.ts';
import { eventually } from './eventually.ts';

const light = createMachine({
  id: 'light',
  initial: 'red',
  states: { red: { on: { GO: 'green' } }, green: { type: 'final' } },
});
const open = async () => {
  const inspector = createStatelyInspector();
  const viewers = await serveStately(inspector);
  onTestFinished(viewers.close);
  return { inspector, viewers, port: Number(new URL(viewers.url).port) };
};
type Heard = { readonly type: string; readonly snapshot?: { readonly value?: unknown } };
const receive = ({ address }: Viewers) => {
  const received: Heard[] = [];
  createWebSocketReceiver({ server: address }).subscribe((message) => received.push(message as unknown as Heard));
  return received;
};
const values = (received: readonly Heard[]) =>
  received.flatMap(({ type, snapshot }) => (type === '@xstate.snapshot' ? [snapshot?.value] : []));

describe('the socket for Stately’s inspector', () => {
  test('is understood by their receiver, early or late', async () => {
    const { inspector, viewers } = await open();
    const early = receive(viewers);
    const actor = createActor(light, { inspect: inspector.inspect }).start();
    await eventually(() => early.length).toBe(3);
    const late = receive(viewers);
    await eventually(() => late.length).toBe(3);
    actor.send({ type: 'GO' });
    await eventually(() => [values(early), values(late)]).toEqual([
      ['red', 'green'],
      ['red', 'green'],
    ]);
    expect(late).toEqual(early);
  });

  test('has said all of it before it is closed', async () => {
    const { inspector, viewers } = await open();
    const received = receive(viewers);
    const actor = createActor(light, { inspect: inspector.inspect }).start();
    await eventually(() => received.length).toBe(3);
    actor.send({ type: 'GO' });
    await viewers.close();
    expect(values(received)).toEqual(['red', 'green']);
  });

  test('sends nothing without the token, to another host, or to the page of another origin', async () => {
    const { viewers, port } = await open();
    const at = `127.0.0.1:${port}`;
    const token = new URL(viewers.url).searchParams.get('token') ?? '';
    const ask = (path: string, headers: Record<string, string>): Promise<string> =>
      new Promise((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port, path, headers: { ...UPGRADE, ...headers } });
        asked.on('upgrade', (response, socket) => {
          socket.destroy();
          resolve(String(response.statusCode));
        });
        asked.on('response', (response) => {
          response.resume();
          resolve(String(response.statusCode));
        });
        asked.on('error', reject);
        asked.end();
      });
    const whole = `/messages?token=${token}`;
    const all = {
      'with the token': await ask(whole, {}),
      'from our own page': await ask(whole, { origin: `http://${at}` }),
      'without the token': await ask('/messages', {}),
      'with a part of it': await ask(whole.slice(0, -1), {}),
      'by another name of this machine': await ask(whole, { host: `rebound.test:${port}` }),
      'on another port of its': await ask(whole, { host: '127.0.0.1:1' }),
      'from another page': await ask(whole, { origin: 'https://evil.test' }),
      'from a page without a name': await ask(whole, { origin: 'null' }),
      elsewhere: await ask(`/?token=${token}`, {}),
    };
    expect(all).toEqual({
      'with the token': '101',
      'from our own page': '101',
      'without the token': '403',
      'with a part of it': '403',
      'by another name of this machine': '403',
      'on another port of its': '403',
      'from another page': '403',
      'from a page without a name': '403',
      elsewhere: '403',
    });
    const page = async (path: string) => (await fetch(`http://${at}${path}`)).status;
    expect([await page(`/?token=${token}`), await page('/'), await page(`/x?token=${token}`)]).toEqual([200, 403, 404]);
  });

  test('does nothing of what a viewer says, and survives what is no WebSocket', async () => {
    const { inspector, viewers, port } = await open();
    const actor = createActor(light, { inspect: inspector.inspect }).start();
    const socket = openSocket(viewers.address);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'GO', sessionId: actor.sessionId }));
    socket.send('not JSON');
    socket.send('x'.repeat(100_000));
    const [code] = await once(socket, 'close');
    expect(code).toBe(1009);
    const raw = createConnection(port, '127.0.0.1');
    raw.end('\0\0nonsense\r\n\r\n');
    await once(raw.resume(), 'close');
    expect(actor.getSnapshot().value).toBe('red');
    const received = receive(viewers);
    await eventually(() => values(received)).toEqual(['red']);
  });

  test('answers with a page that frames theirs, runs one script, and tells nobody where it came from', async () => {
    const { viewers, port } = await open();
    const answer = await fetch(viewers.url);
    const html = await answer.text();
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('content-security-policy')?.replaceAll(/'sha256-[\w+/=]+'/g, 'HASH')).toBe(
      `default-src 'none'; script-src HASH; style-src HASH; frame-src https://stately.ai https://*.stately.ai; connect-src ws://127.0.0.1:${port} ws://localhost:${port}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(html).toContain(
      '<iframe title="Stately\'s inspector" src="https://stately.ai/inspect" referrerpolicy="no-referrer">',
    );
    expect(html).not.toContain(new URL(viewers.url).searchParams.get('token'));
  });

  test('waits for no viewer that does not read: it is disconnected, and others get everything', async () => {
    const { inspector, viewers } = await open();
    const slow = openSocket(viewers.address);
    await once(slow, 'open');
    slow.pause();
    const received = receive(viewers);
    const actor = createActor(createMachine({ id: 'big', on: { MORE: {} } }), { inspect: inspector.inspect }).start();
    await eventually(() => received.length).toBe(3);
    for (let n = 0; n < 150; n += 1) {
      actor.send({ type: 'MORE', lines: LINES });
      await new Promise(setImmediate);
    }
    await eventually(() => received.length).toBe(303);
    // A message on its way was read before the end was seen.
    slow.resume();
    const [code] = await once(slow, 'close');
    expect(code).toBe(1006);
  });

  test('sends a late viewer everything that is kept, however large it is', async () => {
    const { inspector, viewers } = await open();
    const actor = createActor(createMachine({ id: 'big', on: { MORE: {} } }), { inspect: inspector.inspect }).start();
    for (let n = 0; n < 150; n += 1) actor.send({ type: 'MORE', lines: LINES });
    const received = receive(viewers);
    await eventually(() => received.length).toBe(303);
    expect(JSON.stringify(received).length).toBeGreaterThan(20_000_000);
    actor.send({ type: 'MORE' });
    await eventually(() => received.length).toBe(305);
  });

  test('says what to do when a port is taken', async () => {
    const { inspector, port } = await open();
    await expect(serveStately(inspector, { port })).rejects.toThrow(
      `Cannot listen for an inspector on port ${port}: listen EADDRINUSE: address already in use 127.0.0.1:${port}. Choose another port, or leave it out.`,
    );
  });
});

/** About 100,000 characters, as one value is shown at the most. */
const LINES = Array.from({ length: 50 }, () => 'x'.repeat(2_000));
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
