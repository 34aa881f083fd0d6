import { describe, expect, test } from 'vitest';
import { sumUsage } from '../../../src/records/fold/spending.ts';

const usage = (input_tokens: number, output_tokens: number, cost_usd: number | null) => ({
  input_tokens,
  output_tokens,
  cost_usd,
});

describe('the sum of usages', () => {
  test('adds tokens and prices, without the dust of binary fractions', () => {
    expect(sumUsage(usage(1, 2, 0.1), usage(10, 20, 0.2))).toEqual(usage(11, 22, 0.3));
  });

  test('keeps the price of those that named one', () => {
    expect(sumUsage(usage(1, 2, null), usage(1, 2, 0.5))).toEqual(usage(2, 4, 0.5));
    expect(sumUsage(usage(1, 2, null), usage(1, 2, null))).toEqual(usage(2, 4, null));
  });

  test('is the one that is known, or none', () => {
    expect([sumUsage(null, usage(1, 2, 3)), sumUsage(usage(1, 2, 3), null), sumUsage(null, null)]).toEqual([
      usage(1, 2, 3),
      usage(1, 2, 3),
      null,
    ]);
  });
});
