import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startIdleClock } from '../../src/agents/turn-clocks.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A clock of a second, and how often it struck. */
const aClock = (idleMs: number | null = 1_000) => {
  const onIdle = vi.fn<() => void>();
  const clock = startIdleClock(idleMs, onIdle);
  const struckAfter = (ms: number): number => {
    vi.advanceTimersByTime(ms);
    return onIdle.mock.calls.length;
  };
  return { ...clock, struckAfter };
};

describe('the idle clock', () => {
  test('strikes when there was no sign of life from the start', () => {
    const { struckAfter } = aClock();
    expect([struckAfter(999), struckAfter(1)]).toEqual([0, 1]);
  });

  test('begins anew with each sign of life, understood or not', () => {
    const { receive, struckAfter } = aClock();
    expect(struckAfter(900)).toBe(0);
    receive('working');
    expect(struckAfter(900)).toBe(0);
    receive('none');
    expect([struckAfter(900), struckAfter(100)]).toEqual([0, 1]);
  });

  test('does not run while the agent waits, whatever else it receives', () => {
    const { receive, struckAfter } = aClock();
    receive('waiting');
    expect(struckAfter(1_000_000)).toBe(0);
    receive('none');
    expect(struckAfter(1_000_000)).toBe(0);
  });

  test('runs again, from its beginning, when the agent works again', () => {
    const { receive, struckAfter } = aClock();
    struckAfter(900);
    receive('waiting');
    struckAfter(5_000);
    receive('working');
    expect([struckAfter(999), struckAfter(1)]).toEqual([0, 1]);
  });

  test('never strikes once it was stopped, or without a time', () => {
    const { receive, stop, struckAfter } = aClock();
    stop();
    receive('working');
    expect(struckAfter(1_000_000)).toBe(0);
    expect(aClock(null).struckAfter(1_000_000)).toBe(0);
  });
});
