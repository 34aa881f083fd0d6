import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createStopwatch } from '../../src/loop/run-context.ts';
import { waitOut } from '../../src/run/actors/step-actors.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-01-02T03:00:00Z');
const SINCE = new Date(START).toISOString();

describe('the minutes of a run', () => {
  const aClock = () => {
    const at = { wall: START, tick: 5 };
    const stopwatch = createStopwatch({ now: () => new Date(at.wall), ticks: () => at.tick });
    const pass = (ms: number, wall = ms) => {
      at.tick += ms;
      at.wall += wall;
    };
    return { pass, elapsed: (since = SINCE) => stopwatch.elapsedMs(since) };
  };

  test.each([
    ['goes as it should', HOUR],
    ['is set back ten hours', -10 * HOUR],
    ['is set forward ten hours', 10 * HOUR],
    ['stands still', 0],
  ])('are the same when the clock %s', (_name, wall) => {
    const { pass, elapsed } = aClock();
    expect(elapsed()).toBe(0);
    pass(HOUR, wall);
    expect(elapsed()).toBe(HOUR);
  });

  test('begin again when the limits do', () => {
    const { pass, elapsed } = aClock();
    elapsed();
    pass(HOUR);
    expect(elapsed(new Date(START + HOUR).toISOString())).toBe(0);
  });

  test('are read from the clock where they began in another process, and are never below 0', () => {
    const { elapsed } = aClock();
    expect(elapsed(new Date(START - HOUR).toISOString())).toBe(HOUR);
    expect(elapsed(new Date(START + HOUR).toISOString())).toBe(0);
  });
});

describe('a wait', () => {
  test('is no longer than it was at its start, even if the clock is set back meanwhile', async () => {
    let wall = START;
    const waited = waitOut(new Date(START + 300).toISOString(), () => new Date(wall), new AbortController().signal);
    wall -= 10 * HOUR;
    expect(await Promise.race([waited, wait(20_000, 'it waits on', { ref: false })])).toBe(null);
  });

  test('for a time that has passed is none', async () => {
    const none = waitOut(SINCE, () => new Date(START + 1), new AbortController().signal);
    expect(await none).toBe(null);
  });

  test('ends at once when it is aborted', async () => {
    const stop = new AbortController();
    const waited = waitOut(new Date(START + HOUR).toISOString(), () => new Date(START), stop.signal);
    stop.abort();
    await expect(waited).rejects.toThrow('aborted');
  });
});
