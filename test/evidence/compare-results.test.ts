import { describe, expect, test } from 'vitest';
import { compareResults } from '../../src/evidence/baseline.ts';
import { aTestRun, failed, passed, skipped } from '../runners/a-test-run.ts';

const BASELINE = { passing: ['t.js > a', 't.js > b'], skipped: ['t.js > c'] };
const BEFORE = [passed('a'), passed('b'), skipped('c'), failed('known')];

const compare = (after: Parameters<typeof aTestRun>[0], before = BEFORE) =>
  compareResults(BASELINE, aTestRun(before), aTestRun(after));

describe('earlier tests under extended settings', () => {
  test('have the same results where each test has, beside new ones', () =>
    expect(compare([...BEFORE, failed('new')])).toEqual({ tests: 4 }));

  test.each([
    ['is missing', [passed('a'), skipped('c'), failed('known')], '"t.js > b" is missing instead of passed'],
    ['fails', [failed('a'), passed('b'), skipped('c'), failed('known')], '"t.js > a" is failed instead of passed'],
    ['passes at last', [passed('a'), passed('b'), skipped('c'), passed('known')], '"t.js > known" is passed instead'],
    ['is there once more', [...BEFORE, passed('a')], '"t.js > a" is passed, passed instead of passed'],
  ])('have other results where one %s', (_what, after, why) =>
    expect(compare(after)).toEqual({ why: expect.stringContaining(why) }),
  );

  test('tell nothing where they do not give the results of the baseline without them', () => {
    const why = 'cannot be judged: in a copy, the earlier tests do not give the results of the baseline';
    expect(compare([], [])).toEqual({ why });
    expect(compare(BEFORE, [failed('a'), passed('b'), skipped('c')])).toEqual({ why });
  });

  test('are broken by settings under which there is no complete report', () => {
    const after = aTestRun(BEFORE, { report_complete: false });
    expect(compareResults(BASELINE, aTestRun(BEFORE), after)).toEqual({
      why: 'breaks the earlier tests: they give no complete report with it',
    });
  });
});
