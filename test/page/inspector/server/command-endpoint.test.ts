import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import { isCalledFromTurn } from '../../../../src/page/inspector/server/command-endpoint.ts';
import { awaitParting } from '../../../../src/page/inspector/server/take-command.ts';

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

describe('the parting of the server', () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;

  test('is over as soon as everyone has gone, and leaves no timer', async () => {
    const late = new AbortController();
    const before = timers();
    const gone = awaitParting([Promise.resolve()]).then(() => 'gone');
    const first = await Promise.race([gone, wait(1_000, 'late', { signal: late.signal }).catch(() => 'late')]);
    late.abort();
    expect([first, timers()]).toEqual(['gone', before]);
  });

  test('does not wait for ever for one who stays', async () => {
    await expect(awaitParting([new Promise(() => {}), Promise.resolve()])).resolves.toBe(undefined);
  });
});
