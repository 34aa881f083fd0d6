import { describe, expect, test } from 'vitest';
import { describeLuck, luckOf } from '../../src/view/green-luck.ts';

const say = (runs: number): string | null => {
  const luck = luckOf({ consecutive_green_runs: runs });
  return luck === null ? null : describeLuck(luck);
};

describe('how likely luck is behind green runs', () => {
  test('is said of a suite that passes nine times in ten', () => {
    expect(luckOf({ consecutive_green_runs: 2 })).toEqual({
      green_runs: 2,
      passes: 0.9,
      luck: expect.closeTo(0.81, 9),
    });
    expect(say(1)).toMatch(/^One green run: a suite that passes 9 times in 10 would have done so by luck in 90 % of/);
    expect(say(2)).toBe(
      'Two green runs: a suite that passes 9 times in 10 would have done so by luck in 81 % of cases. More of them: confirmations in the config.',
    );
    expect(say(7)).toMatch(/^7 green runs: .* in 48 % of cases/);
  });

  test('is never said to be nothing', () => {
    expect(say(100)).toMatch(/in less than 1 % of cases/);
  });

  test('is not said where nothing was green, or nobody counted', () => {
    expect([say(0), luckOf({})]).toEqual([null, null]);
  });
});
