import { describe, expect, test } from 'vitest';
import { describeFlakiness, flakinessOf } from '../../src/view/describe-phases.ts';

const say = (runs: number): string | null => {
  const flakiness = flakinessOf({ consecutive_green_runs: runs });
  return flakiness === null ? null : describeFlakiness(flakiness);
};

describe('the flakiness estimate of green runs', () => {
  test('is for a suite that passes nine times in ten', () => {
    expect(flakinessOf({ consecutive_green_runs: 2 })).toEqual({
      green_runs: 2,
      passes: 0.9,
      flakiness: expect.closeTo(0.81, 9),
    });
    expect(say(1)).toMatch(
      /^Flakiness estimate for one green run: a suite that passes 9 times in 10 gives this result in 90 % of/,
    );
    expect(say(2)).toBe(
      'Flakiness estimate for two green runs: a suite that passes 9 times in 10 gives this result in 81 % of cases. To require more green runs, set confirmations in the config.',
    );
    expect(say(7)).toMatch(/^Flakiness estimate for 7 green runs: .* in 48 % of cases/);
  });

  test('is never nothing', () => {
    expect(say(100)).toMatch(/in less than 1 % of cases/);
  });

  test('is missing where nothing was green, or nothing was counted', () => {
    expect([say(0), flakinessOf({})]).toEqual([null, null]);
  });
});
