import { createActor, createMachine, fromTransition } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { createTap, type TapOptions, type Seen, typeOf } from '../../../src/page/inspector/create-tap.ts';
import { runSmallLoop } from './a-small-loop.ts';
import { eventually } from './eventually.ts';

const counter = fromTransition((n: number, { type }: { type: string }) => (type === 'ADD' ? n + 1 : n), 0);
const show = (seen: Seen): string => {
  if (seen.kind === 'event') return `${seen.actor.name} < ${typeOf(seen.event)}`;
  const { context } = (seen.snapshot ?? {}) as { context?: number };
  return seen.kind === 'actor' ? `${seen.actor.name} at ${context ?? 'its first'}` : `${seen.actor.name} = ${context}`;
};
const listenTo = (tap: ReturnType<typeof createTap>) => {
  const received: string[] = [];
  return { received, stop: tap.listen((all) => received.push(...all.map(show))) };
};
const aCounter = (options: TapOptions = {}) => {
  const tap = createTap(options);
  const actor = createActor(counter, { id: 'n', inspect: tap.inspect });
  return { tap, actor };
};

describe('a tap', () => {
  test('sends in order, as soon as the actors pause, and not before', async () => {
    const { tap, actor } = aCounter();
    const { received } = listenTo(tap);
    actor.start().send({ type: 'ADD' });
    expect(received).toEqual(['n at its first']);
    await eventually(() => received).toEqual(['n at its first', 'n < xstate.init', 'n = 0', 'n < ADD', 'n = 1']);
  });

  test('sends a late listener the earlier happenings, once, and then continues', () => {
    const { tap, actor } = aCounter();
    const early = listenTo(tap);
    actor.start();
    const late = listenTo(tap);
    actor.send({ type: 'ADD' });
    tap.flush();
    expect(late.received).toEqual(['n at its first', 'n < xstate.init', 'n = 0', 'n < ADD', 'n = 1']);
    expect(early.received).toEqual(late.received);
  });

  test('inspects nothing without a listener', () => {
    const { tap, actor } = aCounter();
    const toJSON = vi.fn<() => string>(() => 'looked at');
    actor.start().send({ type: 'ADD', toJSON } as never);
    tap.flush();
    expect(toJSON).not.toHaveBeenCalled();
  });

  test('keeps the last ones, and the state of each actor before them', () => {
    const { tap, actor } = aCounter({ keep: 10 });
    actor.start();
    for (let n = 0; n < 1_000; n += 1) actor.send({ type: 'ADD' });
    const { received } = listenTo(tap);
    expect(received.length).toBeLessThanOrEqual(21);
    const [first, second] = received;
    const before = Number(/^n at (\d+)$/.exec(first ?? '')?.[1]);
    expect(before).toBeGreaterThan(980);
    expect([`n = ${before + 1}`, 'n < ADD']).toContain(second);
    expect(received.at(-1)).toBe('n = 1000');
  });

  test('forgets actors that are over', () => {
    const tap = createTap({ keep: 10 });
    for (let n = 0; n < 100; n += 1)
      createActor(counter, { id: `n${n}`, inspect: tap.inspect })
        .start()
        .stop();
    const { received } = listenTo(tap);
    expect(received.length).toBeLessThanOrEqual(21);
    expect(received.at(-1)).toBe('n99 = 0');
  });

  test('forgets machines that reached their end, which nobody stops', () => {
    const tap = createTap({ keep: 10 });
    const short = createMachine({ initial: 'on', states: { on: { on: { GO: 'off' } }, off: { type: 'final' } } });
    for (let n = 0; n < 100; n += 1)
      createActor(short, { id: `n${n}`, inspect: tap.inspect })
        .start()
        .send({ type: 'GO' });
    expect(listenTo(tap).received.length).toBeLessThanOrEqual(21);
  });

  test('keeps of a stream of counts the last, so that it pushes nothing else out', () => {
    const { tap, actor } = aCounter({ streams: ['ADD'] });
    const live = listenTo(tap);
    actor.start();
    for (let n = 0; n < 5; n += 1) actor.send({ type: 'ADD' });
    actor.send({ type: 'OTHER' });
    tap.flush();
    expect(listenTo(tap).received).toEqual([
      'n at its first',
      'n < xstate.init',
      'n = 0',
      'n < ADD',
      'n = 5',
      'n < OTHER',
      'n = 5',
    ]);
    expect(live.received.filter((each) => each.startsWith('n = '))).toEqual(
      ['0', '1', '2', '3', '4', '5', '5'].map((n) => `n = ${n}`),
    );
  });

  test('sends at the latest after some hundreds, and loses none to its bound', () => {
    const { tap, actor } = aCounter({ keep: 10 });
    const { received } = listenTo(tap);
    actor.start();
    for (let n = 0; n < 10_000; n += 1) actor.send({ type: 'ADD' });
    expect(received.length).toBeGreaterThan(19_000);
    tap.flush();
    expect(received.filter((each) => each.startsWith('n = '))).toEqual(
      Array.from({ length: 10_001 }, (_, n) => `n = ${n}`),
    );
  });

  test('does not stop the actor, nor other listeners, when a listener throws, and says so', async () => {
    const { tap, actor } = aCounter();
    const warned: string[] = [];
    const warn = (warning: Error) => warned.push(warning.message);
    process.on('warning', warn);
    let calls = 0;
    tap.listen(() => {
      calls += 1;
      throw new Error('boo');
    });
    const { received } = listenTo(tap);
    actor.start().send({ type: 'ADD' });
    tap.flush();
    actor.send({ type: 'ADD' });
    tap.flush();
    expect(calls).toBe(1);
    expect(received.at(-1)).toBe('n = 2');
    expect(actor.getSnapshot()).toMatchObject({ status: 'active', context: 2 });
    await eventually(() => warned).toContain('An inspector receives no more messages: Error: boo');
    process.off('warning', warn);
  });

  test('lets a listener move the actor that it receives', () => {
    const { tap, actor } = aCounter();
    const received: string[] = [];
    tap.listen((all) => {
      received.push(...all.map(show));
      if (all.map(show).includes('n = 0')) actor.send({ type: 'ADD' });
    });
    actor.start();
    tap.flush();
    expect(received.slice(-2)).toEqual(['n < ADD', 'n = 1']);
  });

  test('stops on request', () => {
    const { tap, actor } = aCounter();
    const { received, stop } = listenTo(tap);
    actor.start();
    tap.flush();
    stop();
    actor.send({ type: 'ADD' });
    tap.flush();
    expect(received.at(-1)).toBe('n = 0');
  });

  test('names actors by their machine, and knows those that began before it', () => {
    const tap = createTap();
    const actor = createActor(createMachine({ id: 'light', on: { GO: {} } })).start();
    actor.system.inspect(tap.inspect);
    actor.send({ type: 'GO' });
    expect(listenTo(tap).received).toEqual(['light at its first', 'light < GO', 'light = [object Object]']);
  });

  test('keeps a real loop whole', async () => {
    const tap = createTap();
    const { received } = listenTo(tap);
    await runSmallLoop(tap.inspect);
    tap.flush();
    expect(received.length).toBe(89);
  });
});
