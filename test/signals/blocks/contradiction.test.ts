import { describe, expect, test } from 'vitest';
import { readSignal } from '../../../src/signals/signal-reader.ts';
import { aBlock, aSignal, BINDING, YES } from '../a-block.ts';

/** Without what was claimed and told, which decides nothing: `read-claims.test.ts`, `read-told.test.ts`. */
const read = (extra: readonly string[], binding = BINDING) => {
  const { claims: _claims, told: _told, ...signal } = readSignal(aBlock({}, extra), binding);
  return signal;
};
const counts = (values: Readonly<Record<string, string | number>>) => [
  'TESTS:',
  ...Object.entries(values).map(([key, value]) => `  ${key}: ${value}`),
];
const CONTRADICTION = aSignal('contradiction', { value: false, status: 'COMPLETE' });

describe('a yes next to remaining work', () => {
  test.each([
    ['REMAINING_WORK: the cache'],
    ['REMAINING_WORK:', '  - the cache'],
    ['REMAINING_WORK:', '- none', '- the cache'],
    ['remaining_work: none of it matters'],
    ['Remaining_Work: 1'],
  ])('is a no: %s %s', (...lines) => {
    expect(read(lines.filter((line) => line !== undefined))).toEqual(CONTRADICTION);
  });

  test('is a no when there are blockers, and reports them', () => {
    expect(read(['BLOCKERS:', '  - the sandbox'])).toEqual({ ...CONTRADICTION, blockers: ['the sandbox'] });
    expect(read(['BLOCKERS: [none, the sandbox]'])).toEqual({ ...CONTRADICTION, blockers: ['[none, the sandbox]'] });
  });

  test.each(['none', 'None.', 'n/a', '[]', '[none]', '"none"', '', 'nothing', 'none # at all'])(
    'stays a yes when it is %j',
    (none) => {
      expect(read([`REMAINING_WORK: ${none}`, 'BLOCKERS:', `  - ${none}`])).toEqual(YES);
    },
  );
});

describe('a yes next to own test results, where tests must pass', () => {
  test.each([
    ['one fails', { TOTAL: 10, PASSING: 9, FAILING: 1, SKIPPED: 0 }],
    ['some fail', { FAILING: 'a few' }],
    ['the number still stands in words', { FAILING: '<number>' }],
    ['one is unaccounted for', { TOTAL: 10, PASSING: 9, FAILING: 0, SKIPPED: 0 }],
    ['none passes', { TOTAL: 10, PASSING: 0, FAILING: 0, SKIPPED: 10 }],
    ['it says so twice, once otherwise', { FAILING: 0, failing: 2 }],
  ])('is a no: %s', (_what, values) => {
    expect(read(counts(values))).toEqual(CONTRADICTION);
  });

  test('is a no when the numbers are at the top', () => {
    expect(read(['TESTS_FAILING: 2'])).toEqual(CONTRADICTION);
  });

  test.each([
    ['all pass', { TOTAL: 10, PASSING: 10, FAILING: 0, SKIPPED: 0 }],
    ['those that were skipped before are told as skipped', { TOTAL: 52, PASSING: 50, FAILING: 'none', SKIPPED: 2 }],
    ['only some numbers are given', { PASSING: 'all', FAILING: 0 }],
  ])('stays a yes: %s', (_what, values) => {
    expect(read(counts(values))).toEqual(YES);
  });
});

describe('a yes next to own test results, where tests must fail', () => {
  const red = { ...BINDING, tests: 'must_fail' } as const;

  test('stays a yes when all fail', () => {
    expect(read(counts({ TOTAL: 4, PASSING: 0, FAILING: 4, SKIPPED: 0 }), red)).toEqual(YES);
  });

  test('is a no when one passes or none fails', () => {
    expect(read(counts({ TOTAL: 4, PASSING: 1, FAILING: 3 }), red)).toEqual(CONTRADICTION);
    expect(read(counts({ FAILING: 0 }), red)).toEqual(CONTRADICTION);
  });

  test('stays a yes when no more pass than were there before', () => {
    expect(read(counts({ TOTAL: 54, PASSING: 50, FAILING: 4 }), { ...red, existingTests: 50 })).toEqual(YES);
    expect(read(counts({ TOTAL: 54, PASSING: 51, FAILING: 3 }), { ...red, existingTests: 50 })).toEqual(CONTRADICTION);
  });
});

test('a no that contradicts itself is a no all the same', () => {
  expect(
    readSignal(aBlock({ EXIT_SIGNAL: 'false' }, ['REMAINING_WORK: none', 'TESTS:', '  FAILING: 0']), BINDING),
  ).toEqual(aSignal('explicit_false', { value: false, status: 'COMPLETE', claims: { tests_failing: 0 } }));
});
