import { expect, test } from 'vitest';
import { renderUnmet } from '../../gates/verdict.ts';

test('an unmet clause reads as its text and its reason, whether or not it comes from the floor', () => {
  const unmet = { clause: 'tests_passing == tests_total', because: '9 is not 10' };
  expect(renderUnmet(unmet)).toBe('tests_passing == tests_total: 9 is not 10');
  expect(renderUnmet({ ...unmet, rule: '1.4' })).toBe('tests_passing == tests_total: 9 is not 10');
});
