import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type EventStream, openStream, type StreamBounds } from '../../../src/inspector/server/event-stream.ts';

/** A stream to a reader that connected and takes nothing. */
const toASleeper = async (bounds: StreamBounds) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const opened = new Promise<EventStream>((resolve) =>
    server.once('request', (_, response: ServerResponse) => resolve(openStream(response, bounds))),
  );
  const sleeper = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sleeper.on('error', () => {});
  sleeper.pause();
  sleeper.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  onTestFinished(() => {
    sleeper.destroy();
    server.close();
    server.closeAllConnections();
  });
  return { stream: await opened, sleeper };
};
/** More than the buffers of both ends hold. */
const flood = (stream: EventStream): void => {
  for (let n = 0; n < 40; n += 1) stream.send('trouble', { said: 'x'.repeat(1 << 20) });
};

describe('a stream of events', () => {
  test('is hung up on when its reader takes nothing for too long, and whoever writes goes on', async () => {
    const { stream } = await toASleeper({ maxBytes: 1_000, patienceMs: 30 });
    flood(stream);
    await stream.room();
    expect(stream.gone.aborted).toBe(true);
    stream.send('going', true);
    await stream.end();
  });

  test('waits for a reader that is only late', async () => {
    const { stream, sleeper } = await toASleeper({ maxBytes: 1_000, patienceMs: 60_000 });
    flood(stream);
    const room = stream.room();
    sleeper.resume();
    await room;
    expect(stream.gone.aborted).toBe(false);
  });

  test('waits for nobody while what is unread is little', async () => {
    const { stream } = await toASleeper({ maxBytes: 100_000, patienceMs: 60_000 });
    stream.send('trouble', { said: 'x' });
    await stream.room();
    expect(stream.gone.aborted).toBe(false);
  });
});
