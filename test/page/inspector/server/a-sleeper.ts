/** A reader of a stream of events who connected, and takes nothing. */
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { type EventStream, openStream, type StreamBounds } from '../../../../src/page/inspector/server/send-records.ts';

export const toASleeper = async (bounds: StreamBounds) => {
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
