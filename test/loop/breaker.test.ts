import { describe, expect, test } from 'vitest';
import { DEFAULT_BREAKER_RULES } from '../../machines/index.ts';
import { endOfBackoff, endOfCooldown } from '../../src/loop/limits.ts';

const now = new Date('2026-01-13T03:00:00.000Z');
const cooled_down = (open_until: string | null) =>
  endOfCooldown({ open_until, rules: DEFAULT_BREAKER_RULES }, now).toISOString();

describe('the wait for an open breaker', () => {
  test('ends at its recorded time, and at once when that is past', () => {
    expect([cooled_down('2026-01-13T03:04:00.000Z'), cooled_down('2026-01-13T02:00:00.000Z')]).toEqual([
      '2026-01-13T03:04:00.000Z',
      '2026-01-13T02:00:00.000Z',
    ]);
  });
  test('is never longer than one cooldown, though the clock was set back by a day', () => {
    expect([cooled_down('2026-01-14T03:00:00.000Z'), cooled_down('soon'), cooled_down(null)]).toEqual(
      Array(3).fill('2026-01-13T03:05:00.000Z'),
    );
  });
});

describe('the pause after a turn that failed', () => {
  const seconds = (failed: number) => (endOfBackoff(failed, 5_000, now).getTime() - now.getTime()) / 1_000;
  test('is twice as long each time, and half an hour at the most', () =>
    expect([0, 1, 2, 3, 400].map(seconds)).toEqual([5, 5, 10, 20, 1_800]));
});
