import { expect, test } from 'vitest';
import { existingTests } from '../../../src/evidence/measures/test-metrics.ts';

const baseline = { passing: ['old'], skipped: ['off'], known_failing: ['known'] };
const state = { baseline, tests: ['old', 'off', 'known', 'made green', 'still red'], failing: ['still red'] };

test('if tests must fail, tests that passed at the exit of the last phase are existing tests', () => {
  expect([...existingTests(state, 'must_fail')]).toEqual(['old', 'made green']);
});

test('where tests must pass, what the baseline saw passing was there before', () => {
  expect([...existingTests(state, 'must_pass')]).toEqual(['old']);
});
