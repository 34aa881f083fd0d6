import { createWebSocketReceiver } from '@statelyai/inspect';
import { createActor, createMachine } from 'xstate';
import { expect, test, describe, it } from 'vitest';
import { parseConfig } from '../../../src/read-config/parse-config.ts';
import { advise, withStately, emitInterrupts } from '../../../src/cli/watch/watch-run.ts';
import { createMemoryIo } from '../memory-io.ts';
import { eventually } from '../../page/inspector/eventually.ts';
import type { StopSignal } from '../../../src/cli/terminal/io.ts';
import { eventAt } from '../render/an-event.ts';

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

const FINISHES = 'Interrupted. The run ends after this iteration. Press Ctrl+C again to end it at once.';
const AT_ONCE = 'Ending the agent and its processes.';

const receive = (...signals: readonly StopSignal[]) => {
  const said: string[] = [];
  let interrupts = 0;
  const run = {
    interrupt: () => {
      interrupts += 1;
    },
  };
  const received = emitInterrupts(run, (line) => said.push(line));
  received.follow(eventAt(0, { type: 'iteration.started', phase: 'RED', iteration: 1, attempt: 1 }));
  for (const signal of signals) received.receive(signal);
  return { said, interrupts: () => interrupts, received };
};

describe('signals to a run', () => {
  it.each<{ signals: StopSignal[]; interrupts: number; said: string[] }>([
    { signals: ['SIGINT'], interrupts: 1, said: [FINISHES] },
    { signals: ['SIGINT', 'SIGINT'], interrupts: 2, said: [FINISHES, AT_ONCE] },
    {
      signals: ['SIGINT', 'SIGINT', 'SIGINT'],
      interrupts: 3,
      said: [FINISHES, AT_ONCE, 'Killing the remaining processes.'],
    },
    { signals: ['SIGTERM'], interrupts: 2, said: [AT_ONCE] },
    { signals: ['SIGTERM', 'SIGTERM'], interrupts: 2, said: [AT_ONCE] },
    { signals: ['SIGINT', 'SIGTERM'], interrupts: 2, said: [FINISHES, AT_ONCE] },
    { signals: ['SIGQUIT'], interrupts: 2, said: [AT_ONCE] },
    { signals: ['SIGHUP', 'SIGHUP'], interrupts: 1, said: [FINISHES] },
    { signals: ['SIGINT', 'SIGHUP'], interrupts: 1, said: [FINISHES] },
    { signals: ['SIGHUP', 'SIGINT'], interrupts: 2, said: [FINISHES, AT_ONCE] },
  ])('$signals interrupt it $interrupts times', ({ signals, interrupts, said }) => {
    const received = receive(...signals);
    expect({ interrupts: received.interrupts(), said: received.said }).toEqual({ interrupts, said });
  });

  it('have a message that fits the step of the run', () => {
    const said: string[] = [];
    const received = emitInterrupts({ interrupt: () => {} }, (line) => said.push(line));
    received.receive('SIGINT');
    const later = emitInterrupts({ interrupt: () => {} }, (line) => said.push(line));
    later.follow(
      eventAt(0, {
        type: 'waiting',
        for: 'provider',
        phase: 'RED',
        iteration: 1,
        attempt: 1,
        until: '2026-01-02T03:05:00Z',
        why: 'x',
      }),
    );
    later.receive('SIGHUP');
    expect(said).toEqual([
      'Interrupted. No iteration has started; the run ends.',
      'Interrupted. The wait is cancelled; the run ends.',
    ]);
  });

  it('do nothing after the end of the run', () => {
    const { received, said, interrupts } = receive();
    received.end();
    received.receive('SIGINT');
    received.receiveSuspend();
    expect({ said, interrupts: interrupts() }).toEqual({ said: [], interrupts: 0 });
  });
});

describe('the next commands', () => {
  const print = (given: Parameters<typeof createMemoryIo>[0]) => {
    const { io, stdout } = createMemoryIo(given);
    const ended = { status: 'completed', exit_code: 0, why: 'so' } as const;
    const facts = { branch: 'dualgate/median' };
    advise({ began: true, ended, facts, proposed: [], isList: false }, io);
    return stdout().split('\n');
  };

  test('are cut at blanks in a narrow terminal, below the words and never within a command', () => {
    const narrow = print({ isLive: true, room: () => ({ columns: 80, rows: 24 }) });
    expect(narrow.filter((line) => line.length > 80)).toEqual([]);
    expect(narrow).toContain(`${' '.repeat(36)}checkouts`);
    const tiny = print({ isLive: true, room: () => ({ columns: 40, rows: 24 }) });
    expect(tiny).toContain('  git switch BRANCH && git merge dualgate/median');
  });

  test('are whole in a pipe', () => {
    expect(print({ isLive: false })).toContain(
      '  dualgate prove                    run the tests of its commits again, in clean checkouts',
    );
  });
});
