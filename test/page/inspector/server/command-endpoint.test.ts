import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isCalledFromTurn } from '../../../../src/page/inspector/server/command-endpoint.ts';

describe.skipIf(!existsSync('/proc/net/tcp'))('who is at the other end (where the system tells it)', () => {
  test('is a person while the connection is there, and nobody who gives commands once it has said all and hung up', async () => {
    const server = createServer({ allowHalfOpen: true });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const ours = (server.address() as AddressInfo).port;
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const caller = connect(ours, '127.0.0.1');
    const [socket] = await accepted;
    onTestFinished(() => void socket.destroy());
    const theirs = socket.remotePort ?? 0;
    expect(isCalledFromTurn({ theirs, ours })).toBe(false);
    caller.write('a command');
    caller.destroy();
    await once(socket.resume(), 'end');
    expect(isCalledFromTurn({ theirs, ours })).toBe(true);
  });
});
