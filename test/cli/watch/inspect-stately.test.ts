import { createWebSocketReceiver } from '@statelyai/inspect';
import { createActor, createMachine } from 'xstate';
import { expect, test } from 'vitest';
import { parseConfig } from '../../../src/read-config/parse-config.ts';
import { withStately } from '../../../src/cli/watch/watch-run.ts';
import { createMemoryIo } from '../memory-io.ts';
import { eventually } from '../../page/inspector/eventually.ts';

const config = parseConfig(
  JSON.stringify({
    version: 1,
    work: { spec: 'spec.md' },
    agent: { command: 'agent', env: { PEARL: 'pearl-of-ann' } },
    tests: { command: 'node --test' },
  }),
  { path: '/w/dualgate.yaml', readFile: () => '' },
);
const light = createMachine({ id: 'light', on: { GO: {} } });

test('--inspect-stately prints its address on stderr, and shows everything before the run ends', async () => {
  const { io, stdout, stderr } = createMemoryIo({ env: { HOST_TOKEN: 'tok-of-the-host' } });
  const received: unknown[] = [];
  const code = await withStately(config, { 'inspect-stately': true }, io, async ({ inspect }) => {
    const server = /ws:\S+$/m.exec(stderr())?.[0] ?? '';
    createWebSocketReceiver({ server }).subscribe((message) => received.push(message));
    const actor = createActor(light, inspect === undefined ? {} : { inspect }).start();
    await eventually(() => received.length).toBe(3);
    actor.send({ type: 'GO', said: 'pearl-of-ann, tok-of-the-host' });
    return 4;
  });
  expect([code, stdout()]).toEqual([4, '']);
  expect(
    stderr()
      .replaceAll(/:\d+/g, ':PORT')
      .replaceAll(/token=[\w-]{43}$/gm, 'token=TOKEN'),
  ).toBe(
    "Stately's inspector: http://127.0.0.1:PORT/?token=TOKEN\nFor a receiver of @statelyai/inspect: ws://127.0.0.1:PORT/messages?token=TOKEN\n",
  );
  expect(received.at(-1)).toMatchObject({ event: { type: 'GO', said: '[redacted], [redacted]' } });
});

test('without it no server listens, and no run is inspected', async () => {
  const { io, stderr } = createMemoryIo();
  expect(await withStately(config, {}, io, async (inspecting) => inspecting)).toEqual({});
  expect(stderr()).toBe('');
});
