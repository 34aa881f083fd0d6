import { expect, test } from 'vitest';
import { renderUsage } from '../../../src/cli/render/usage.ts';

test.each([
  [{ input_tokens: 12_345, output_tokens: 2_100, cost_usd: 0.0812 }, '12.3k in, 2.1k out, $0.08'],
  [{ input_tokens: 0, output_tokens: 999, cost_usd: null }, '0 in, 999 out'],
  [{ input_tokens: 999_949, output_tokens: 999_950, cost_usd: 0 }, '999.9k in, 1.0M out, $0.00'],
])('%j reads %s', (usage, text) => {
  expect(renderUsage(usage)).toBe(text);
});
