import { describe, expect, it, test } from 'vitest';
import { describeUsage, showCount, showDuration } from '../../../src/base/text/amounts.ts';

describe('showCount', () => {
  it('distinguishes one from many', () => {
    expect([0, 1, 2].map((count) => showCount(count, 'record'))).toEqual(['0 records', '1 record', '2 records']);
  });
});

describe('showDuration', () => {
  it.each([
    [0, '0.0 s'],
    [840, '0.8 s'],
    [9_949, '9.9 s'],
    [9_950, '10 s'],
    [59_499, '59 s'],
    [59_500, '1 min 0 s'],
    [185_000, '3 min 5 s'],
    [3_599_499, '59 min 59 s'],
    [3_599_500, '1 h 0 min'],
    [7_620_000, '2 h 7 min'],
    [90_000_000, '25 h 0 min'],
  ])('%i ms is %s', (ms, said) => {
    expect(showDuration(ms)).toBe(said);
  });
});

test.each([
  [{ input_tokens: 12_345, output_tokens: 2_100, cost_usd: 0.0812 }, '12.3k in, 2.1k out, $0.08'],
  [{ input_tokens: 0, output_tokens: 999, cost_usd: null }, '0 in, 999 out'],
  [{ input_tokens: 999_949, output_tokens: 999_950, cost_usd: 0 }, '999.9k in, 1.0M out, $0.00'],
])('%j reads %s', (usage, text) => {
  expect(describeUsage(usage)).toBe(text);
});
