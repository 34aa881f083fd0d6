import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createStatelyInspector, serveStately } from '../../../src/page/inspector/index.ts';
import { createLocalServer, listenHere } from '../../../src/page/inspector/local-server.ts';

const knock = (port: number, said = ''): { readonly socket: Socket; readonly closed: Promise<unknown> } => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  if (said !== '') socket.write(said);
  onTestFinished(() => void socket.destroy());
  return { socket, closed: once(socket, 'close') };
};

describe('a server at which anybody of this machine can knock', () => {
  test('hangs up on who says nothing, and on who says half of something', async () => {
    const server = createLocalServer((_, response) => response.end(), { maxConnections: 4, requestMs: 60, lookMs: 20 });
    onTestFinished(() => void server.close());
    const port = await listenHere(server, 0);
    const half = 'POST / HTTP/1.1\r\nhost: x\r\n';
    const knocks = [knock(port), knock(port, half), knock(port, `${half}content-length: 9\r\n\r\nx`)];
    await Promise.all(knocks.map(({ closed }) => closed));
    expect(await new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0);
  });

  test('of the inspectors too takes a few connections of hundreds, so that the loop keeps its files', async () => {
    const viewers = await serveStately(createStatelyInspector());
    onTestFinished(viewers.close);
    const port = Number(new URL(viewers.url).port);
    const knocks = Array.from({ length: 300 }, () => knock(port));
    let left = knocks.length;
    for (const { closed } of knocks) void closed.then(() => (left -= 1));
    await expect.poll(() => left, { timeout: 30_000 }).toBe(64);
  });
});
