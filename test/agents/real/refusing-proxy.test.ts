import { createServer, request } from 'node:http';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { type RefusingProxy, startRefusingProxy } from './refusing-proxy.ts';

let proxy: RefusingProxy | null = null;
afterEach(() => proxy?.close());

const start = async () => {
  proxy = await startRefusingProxy();
  return { outward: proxy.outward, port: Number(new URL(proxy.variables['HTTP_PROXY'] ?? '').port) };
};

test('refuses and keeps a request for another host', async () => {
  const { outward, port } = await start();
  const plain = request({ port, host: '127.0.0.1', path: 'http://example.org/x' }).end();
  const [response] = (await once(plain, 'response')) as [{ readonly statusCode: number; resume: () => void }];
  response.resume();
  const tunnel = request({ port, host: '127.0.0.1', method: 'CONNECT', path: 'example.org:443' }).end();
  const [error] = (await once(tunnel, 'error')) as [Error];
  expect([response.statusCode, error.message]).toEqual([403, 'socket hang up']);
  expect(outward).toEqual(['GET http://example.org/x', 'CONNECT example.org:443']);
});

test('passes a request for this machine', async () => {
  const { outward, port } = await start();
  const model = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
  await once(model, 'listening');
  const address = model.address();
  const place = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const asked = request({ port, host: '127.0.0.1', method: 'CONNECT', path: place }).end();
  const [, socket] = (await once(asked, 'connect')) as [unknown, NodeJS.ReadWriteStream];
  socket.write(`GET / HTTP/1.1\r\nHost: ${place}\r\nConnection: close\r\n\r\n`);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  expect(bytes.toString()).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(outward).toEqual([]);
  model.closeAllConnections();
  model.close();
});
