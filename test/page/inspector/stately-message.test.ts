import { createInspector } from '@statelyai/inspect';
import { readFileSync } from 'node:fs';
import { createActor, createMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { bindGates, createTddMachine } from '../../../machines/index.ts';
import { createStatelyInspector } from '../../../src/page/inspector/serve-stately.ts';
import { STATELY_VERSION, type StatelyMessage } from '../../../src/page/inspector/stately-message.ts';
import { runSmallLoop } from './a-small-loop.ts';
import { eventually } from './eventually.ts';

const receive = () => {
  const said: StatelyMessage[] = [];
  const inspector = createStatelyInspector();
  inspector.subscribe((message) => said.push(message));
  return { ...inspector, said };
};
/** As it arrives. Times differ by the moment of the look; their definitions have their keys sorted. */
const arrive = (message: unknown) => {
  const { createdAt, definition, ...others } = JSON.parse(JSON.stringify(message)) as Record<string, unknown>;
  expect(createdAt).toMatch(/^\d{13}$/);
  return definition === undefined ? others : { ...others, definition: JSON.parse(definition as string) as unknown };
};
/** Their registration has the snapshot of the moment in which a timer of theirs looked: of most actors the last. */
const withoutFirst = (message: Record<string, unknown>) =>
  message['type'] === '@xstate.actor' ? { ...message, snapshot: 'of some moment' } : message;

describe('the messages', () => {
  test('are those of @statelyai/inspect, one by one and in order: loop, chart, counter and breaker', async () => {
    const theirs: unknown[] = [];
    // Deeper than its default, with which it loses guards.
    const stately = createInspector({ send: (message) => theirs.push(message) }, { serializationDepthLimit: 64 });
    const { inspect, said } = receive();
    await runSmallLoop((each) => {
      inspect(each);
      stately.inspect.next?.(each);
    });
    await eventually(() => theirs.length).toBe(89);
    expect(said.map(arrive).map(withoutFirst)).toEqual(theirs.map(arrive).map(withoutFirst));
  });

  test('carry the version of the package that is installed', () => {
    const manifest = new URL('../../../node_modules/@statelyai/inspect/package.json', import.meta.url);
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({ version: STATELY_VERSION });
  });

  test('register every actor with its parent and definition, and as it was when it began', async () => {
    const { inspect, flush, said } = receive();
    const { chart, loop, breaker } = await runSmallLoop(inspect);
    flush();
    const actors = said.flatMap((each) => (each.type === '@xstate.actor' ? [each] : []));
    expect(actors.map(({ name, parentId }) => [name, parentId])).toEqual([
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
    ]);
    const registered = new Map(actors.map((each) => [each.sessionId, each]));
    expect(registered.get(chart)?.snapshot).toMatchObject({ status: 'active', value: { working: 'red' } });
    expect(registered.get(loop)?.snapshot).toMatchObject({ status: 'active', value: 'takingBaseline' });
    expect(registered.get(breaker)?.snapshot).toMatchObject({ status: 'active', context: { state: 'CLOSED' } });
    // A reducer shows only its name.
    expect(JSON.parse(registered.get(breaker)?.definition ?? '')).toEqual({ id: 'breaker' });
    expect(JSON.parse(registered.get(loop)?.definition ?? '')).toMatchObject({
      id: 'run',
      states: {
        testing: {
          states: { running: { invoke: { onDone: [{ guard: { type: 'wantsAnotherGreenRun' } }, {}, {}] } } },
        },
      },
    });
  });

  test('keep every guard of the chart in its definition, however deep it lies', async () => {
    const { inspect, flush, said } = receive();
    const { chart } = await runSmallLoop(inspect);
    flush();
    const registered = said.find((each) => each.type === '@xstate.actor' && each.sessionId === chart);
    const definition = registered?.type === '@xstate.actor' ? registered.definition : '';
    const { states } = JSON.parse(definition) as { states: { working: { states: Record<string, unknown> } } };
    for (const phase of ['red', 'green', 'refactor', 'document'])
      expect(states.working.states[phase]).toMatchObject({
        on: { ITERATION: [{ guard: { type: 'gatesAgree', params: { type: 'params' } } }, {}], SKIP: {} },
      });
    expect(definition).not.toContain('[cut]');
  });

  test('keep guards that lie deeper than those of others do', () => {
    const nest = (depth: number): object =>
      depth === 0
        ? { on: { GO: { guard: { type: 'mayGo' }, target: '#top' } } }
        : { initial: 'in', states: { in: nest(depth - 1) } };
    const { inspect, flush, said } = receive();
    createActor(createMachine({ id: 'top', ...nest(20) } as never, { guards: { mayGo: () => true } }), {
      inspect,
    }).start();
    flush();
    expect(said[0]).toMatchObject({ definition: expect.stringContaining('"guard":{"type":"mayGo"}') });
  });

  test('hold a whole chart, however large it is', () => {
    const { inspect, flush, said } = receive();
    const state = (n: number) => [
      `s${n}`,
      { description: 'd'.repeat(1_000), on: { GO: { guard: `g${n}`, target: '#top' } } },
    ];
    const states = Object.fromEntries(Array.from({ length: 150 }, (_, n) => state(n)));
    createActor(createMachine({ id: 'top', initial: 's0', states } as never), { inspect });
    flush();
    const definition = said[0]?.type === '@xstate.actor' ? said[0].definition : '';
    expect(JSON.parse(definition)).toEqual({ id: 'top', initial: 's0', states });
  });

  test('name the states of a history, and do not say the whole chart again in every snapshot', () => {
    const { inspect, flush, said } = receive();
    const config = { phases: DEFAULT_PHASES };
    const chart = createActor(createTddMachine(config).provide(bindGates(config)), { inspect }).start();
    chart.send({ type: 'SKIP', by: 'ann', reason: 'known' });
    chart.send({ type: 'HALT', why: 'no progress' });
    flush();
    const last = said.at(-1);
    expect(last).toMatchObject({
      type: '@xstate.snapshot',
      event: { type: 'HALT', why: 'no progress' },
      snapshot: {
        status: 'active',
        value: 'needsHuman',
        historyValue: { 'tdd.working.where': [{ id: 'tdd.working.green' }] },
        tags: ['needsOperator'],
      },
    });
    expect(JSON.stringify(last).length).toBeLessThan(600);
  });
});
