import { describe, expect, test } from 'vitest';
import { MAX_WAITS, planWait } from '../../src/loop/steps/discarded-turn.ts';

const now = new Date('2026-01-02T03:04:05.000Z');
const waitOf = (limits: number, resetsAt: string | null = null): number | null => {
  const until = planWait({ limits, resetsAt, now });
  return until === null ? null : (until.getTime() - now.getTime()) / 1_000;
};

describe('the wait for a limit of the provider', () => {
  test('is a minute, and twice as long each further time, five times', () => {
    expect([1, 2, 3, 4, 5, 6].map((limits) => waitOf(limits))).toEqual([60, 120, 240, 480, 960, null]);
    expect(MAX_WAITS).toBe(5);
  });

  test('is as long as the provider says', () => {
    expect(waitOf(1, '2026-01-02T05:04:05Z')).toBe(7_200);
    expect(waitOf(3, '2026-01-02T04:04:06+01:00')).toBe(1);
  });

  test('ignores a time that has passed, or a missing one', () => {
    expect(waitOf(2, '2026-01-02T03:04:05Z')).toBe(120);
    expect(waitOf(1, 'soon')).toBe(60);
  });
});
