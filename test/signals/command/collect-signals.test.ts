import { describe, expect, test } from 'vitest';
import { createSignalCollector } from '../../../src/signals/command/collect-signals.ts';
import { type BoundSignal, writeCommandSignal } from '../../../src/signals/command/command-signal.ts';
import { aBoundSignal, aCommandSignal, BINDING } from './a-command-signal.ts';

const aCollector = (nonce: string | null = BINDING.nonce) => {
  const collector = createSignalCollector({ ...BINDING, nonce });
  return {
    ...collector,
    say: (differing: Partial<BoundSignal> = {}) => collector.receive(writeCommandSignal(aBoundSignal(differing))),
  };
};

describe('the signals of a turn', () => {
  test('are received when they speak for this run, phase and iteration and carry its nonce', () => {
    const { say, signals, refused } = aCollector();
    expect(say()).toEqual({ received: true, signal: aCommandSignal(), isNew: true, agrees: true });
    expect([signals(), refused()]).toEqual([[aCommandSignal()], { count: 0, first: null }]);
  });

  test.each([
    ['another run', { run: 'r-2' }, 'it is for another run'],
    ['another phase', { phase: 'RED' }, 'it is for another phase'],
    ['a phase in other letters', { phase: 'green' }, 'it is for another phase'],
    ['an earlier iteration', { iteration: 6 }, 'it is for another iteration'],
    ['an old nonce', { nonce: 'n-old' }, 'it has the nonce of another iteration'],
    ['no nonce', { nonce: null }, 'it has no nonce'],
    ['an empty nonce', { nonce: '' }, 'it has the nonce of another iteration'],
  ])('are refused with %s, and do not spoil the true one', (_what, differing, because) => {
    const { say, signals, refused } = aCollector();
    expect(say({ ...differing, word: 'hold' })).toEqual({ received: false, because });
    expect(say()).toMatchObject({ received: true, agrees: true });
    expect([signals(), refused()]).toEqual([[aCommandSignal()], { count: 1, first: because }]);
  });

  test('need no nonce when none was issued', () => {
    const { say } = aCollector(null);
    expect([say({ nonce: null }).received, say({ nonce: 'any' }).received, say({ iteration: 6 }).received]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('are refused when they are none', () => {
    const because = 'the signal command never sends this';
    expect(aCollector().receive('{"word":"skip"}')).toEqual({ received: false, because });
  });

  test('are one when they are the same; the last reason stays', () => {
    const { say, signals } = aCollector();
    say({ reason: 'nearly' });
    expect(say({ reason: 'now\n\u001B[2J  really ' })).toMatchObject({ isNew: false, agrees: true });
    expect(signals()).toEqual([aCommandSignal({ reason: 'now really' })]);
  });

  test('disagree from the second that differs on', () => {
    const { say, signals } = aCollector();
    expect([say(), say({ word: 'hold' }), say()].map((each) => each.received && each.agrees)).toEqual([
      true,
      false,
      false,
    ]);
    expect(signals().map(({ word }) => word)).toEqual(['exit', 'hold']);
  });

  test('stay few, however many are said', () => {
    const { say, receive, signals, refused } = aCollector();
    for (let n = 0; n < 10_000; n += 1) {
      say({ reason: `reason ${n}`, refactoring_complete: n % 2 === 0 });
      say({ nonce: `guess ${n}` });
      receive(`noise ${n}`);
    }
    expect(signals().map(({ reason }) => reason)).toEqual(['reason 9998', 'reason 9999']);
    expect(refused()).toEqual({ count: 20_000, first: 'it has the nonce of another iteration' });
  });

  test('are over with the turn', () => {
    const { say, endTurn, signals } = aCollector();
    say();
    endTurn();
    expect(say({ word: 'hold' })).toEqual({ received: false, because: 'the turn has ended' });
    expect(signals()).toEqual([aCommandSignal()]);
  });
});
