/**
 * The protocol of `@xstate/inspect` 0.8, held by that very package on its own XState 4: npm keeps neither beside XState 5, so both lie
 * in the folder that `DUALGATE_CLASSIC` names (`npm install --prefix FOLDER @xstate/inspect@0.8.0 xstate@4.38.3 ws`).
 */
import { aFinding } from '../../evidence/findings/a-finding.ts';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createActor } from 'xstate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { bindGates, createTddMachine } from '../../../machines/index.ts';
import { createClassicInspector, serveClassic, type ServeClassicOptions } from '../../../src/page/inspector/index.ts';
import { anIteration } from '../../gates/an-iteration.ts';
import { runSmallLoop } from './a-small-loop.ts';
import { openSocket } from './open-socket.ts';
import { eventually } from './eventually.ts';

const { DUALGATE_CLASSIC } = process.env;

interface State4 {
  readonly value: unknown;
  readonly context: unknown;
  readonly event: { readonly type: string };
  readonly done: boolean;
}
interface Machine4 {
  readonly id: string;
  readonly transition: (state: unknown, event: object) => State4;
  readonly withConfig: (options: object) => Machine4;
}
interface Received {
  readonly type: string;
  readonly sessionId: string;
  readonly id?: string;
  readonly parent?: string;
  readonly machine?: Machine4;
  readonly state?: State4;
  readonly event?: { readonly name: string };
}
interface Package {
  readonly createWebSocketReceiver: (options: { readonly server: string }) => {
    readonly send: (event: object) => void;
    readonly subscribe: (next: (received: Received) => void) => void;
  };
}

/** Its receiver wants the WebSocket of a browser. */
const receive = (address: string) => {
  const load = createRequire(join(DUALGATE_CLASSIC ?? '', 'package.json'));
  const before = Reflect.get(globalThis, 'WebSocket') as unknown;
  Reflect.set(globalThis, 'WebSocket', load('ws'));
  const { createWebSocketReceiver } = load('@xstate/inspect') as Package;
  const receiver = createWebSocketReceiver({ server: address.replace('ws://', '') });
  Reflect.set(globalThis, 'WebSocket', before);
  const heard: Received[] = [];
  receiver.subscribe((received) => heard.push(received));
  return { heard, send: receiver.send };
};
const open = async (options: ServeClassicOptions = {}) => {
  const inspector = createClassicInspector({ secrets: ['pearl-of-ann'] });
  const viewers = await serveClassic(inspector, options);
  onTestFinished(viewers.close);
  return { inspector, viewers };
};
const aChart = () => {
  const config = { phases: DEFAULT_PHASES };
  return createTddMachine(config).provide(bindGates(config));
};
const needs = DUALGATE_CLASSIC === undefined ? ' (skipped: needs @xstate/inspect 0.8 in DUALGATE_CLASSIC)' : '';

describe.skipIf(DUALGATE_CLASSIC === undefined)(`the receiver of @xstate/inspect 0.8${needs}`, () => {
  test('registers loop, chart, counter and breaker, follows them, and sees each of them stop', async () => {
    const { inspector, viewers } = await open();
    const { heard } = receive(viewers.address);
    const { chart, loop, breaker } = await runSmallLoop(inspector.inspect);
    const stopped = () => new Set(heard.flatMap(({ type, sessionId }) => (type === 'service.stop' ? [sessionId] : [])));
    await eventually(() => [chart, loop, breaker].every((each) => stopped().has(each))).toBe(true);
    const registered = heard.filter(({ type }) => type === 'service.register');
    expect(registered.map(({ id, parent, machine }) => [id, parent, machine?.id])).toEqual(
      [
        ['tdd', undefined],
        ['breaker', undefined],
        ['run', undefined],
        ['0.run.takingBaseline', loop],
        ['0.run.preparing', loop],
        ['0.run.agentWorking', loop],
        ['greenRuns', loop],
        ['0.run.testing.running', loop],
        ['0.run.testing.running', loop],
        ['0.gatheringEvidence', loop],
        ['0.run.deciding', loop],
        ['0.run.preparing', loop],
      ].map(([id, parent]) => [id, parent, id]),
    );
    const states = heard.flatMap(({ sessionId, state, type }) =>
      type === 'service.state' && sessionId === loop && state !== undefined ? [state] : [],
    );
    expect(states.map(({ value }) => value)).toEqual([
      'takingBaseline',
      'preparing',
      'agentWorking',
      { testing: 'running' },
      { testing: 'running' },
      'gatheringEvidence',
      'deciding',
      'preparing',
      'ended',
    ]);
    expect(states.at(-1)).toMatchObject({ done: true, event: { type: 'done.invoke.0.run.preparing' } });
    const counter = registered.find(({ id }) => id === 'greenRuns')?.sessionId;
    expect(
      heard.findLast(({ type, sessionId }) => type === 'service.state' && sessionId === counter)?.state,
    ).toMatchObject({
      context: { consecutive_green_runs: 2 },
    });
  });

  test('has a chart on which XState 4 moves as XState 5 does, by the same guard', async () => {
    const { inspector, viewers } = await open();
    createActor(aChart(), { inspect: inspector.inspect }).start();
    const { heard } = receive(viewers.address);
    await eventually(() => heard.length).toBeGreaterThan(0);
    const { machine } = heard[0] ?? {};
    const after = (agrees: boolean) =>
      machine
        ?.withConfig({ guards: { gatesAgree: () => agrees }, actions: { emit: () => {} } })
        .transition({ working: 'red' }, { type: 'ITERATION' }).value;
    expect([after(true), after(false)]).toEqual([{ working: 'green' }, { working: 'red' }]);
    expect(machine?.transition({ working: 'document' }, { type: 'SKIP' })).toMatchObject({
      value: 'completed',
      done: true,
    });
    expect(machine?.transition('needsHuman', { type: 'ABORT' }).value).toBe('aborted');
  });

  test('sends events to a service, and none of them gets there', async () => {
    const { inspector, viewers } = await open();
    const chart = createActor(aChart(), { inspect: inspector.inspect }).start();
    const { heard, send } = receive(viewers.address);
    await eventually(() => heard.length).toBeGreaterThan(0);
    const origin = chart.sessionId;
    const skip = { name: 'SKIP', data: { type: 'SKIP', by: 'a page', reason: 'said so' }, $$type: 'scxml', origin };
    send({ type: 'xstate.event', event: JSON.stringify(skip), service: origin });
    send({ type: 'xstate.inspecting' });
    chart.send({ type: 'ITERATION', record: { ...anIteration('RED'), findings: [aFinding('by pearl-of-ann')] } });
    await eventually(() => heard.at(-1)?.state?.value).toEqual({ working: 'green' });
    expect(heard.map(({ type, event, state }) => event?.name ?? state?.value ?? type)).toEqual([
      { working: 'red' },
      'xstate.init',
      { working: 'red' },
      'ITERATION',
      { working: 'green' },
    ]);
    expect(JSON.stringify(heard.map(({ event }) => event))).toContain('by [redacted]');
  });
});

describe('the socket for classic viewers', () => {
  const ask = async (address: string, origin?: string): Promise<string> => {
    const socket = openSocket(address, origin);
    const code = await Promise.race([
      once(socket, 'open').then(() => 'open'),
      once(socket, 'unexpected-response').then(([, response]: { statusCode?: number }[]) =>
        String(response?.statusCode),
      ),
    ]);
    socket.on('error', () => {});
    socket.terminate();
    return code;
  };
  test('is open to the pages that are named, and to no other', async () => {
    const { viewers } = await open({ origins: ['https://viewer.test'] });
    expect([
      await ask(viewers.address, 'https://viewer.test'),
      await ask(viewers.address),
      await ask(viewers.address, 'https://evil.test'),
      await ask(viewers.address.replace(/token=.*/, ''), 'https://viewer.test'),
    ]).toEqual(['open', 'open', '403', '403']);
  });

  test('says nothing before the viewer says that it looks', async () => {
    const { inspector, viewers } = await open();
    createActor(aChart(), { inspect: inspector.inspect }).start();
    const socket = openSocket(viewers.address);
    const heard: string[] = [];
    socket.on('message', (said: Buffer) => heard.push(String(JSON.parse(String(said)).type)));
    await once(socket, 'open');
    socket.send('{"type":"xstate.event"}');
    socket.send('nonsense');
    socket.send('{"type":"xstate.inspecting"}');
    await eventually(() => heard.length).toBe(3);
    expect(heard).toEqual(['service.register', 'service.event', 'service.state']);
    socket.terminate();
  });
});
