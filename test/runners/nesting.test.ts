import { describe, expect, test } from 'vitest';
import { isBelow, isResult, parentsOf } from '../../src/runners/test-run.ts';
import { passed, skipped } from './a-test-run.ts';

describe('a parent', () => {
  test.each([
    ['passed', 'stand for it'],
    ['skipped', 'count beside it'],
    ['failed', 'count beside it'],
  ] as const)('that %s: its subtests %s', (state, how) => {
    const parent = { state, hasSubtests: true, hasFailedSubtests: false };
    expect(isResult(parent)).toBe(how === 'count beside it');
  });

  test('that failed is explained by a subtest that failed, and one that is skipped never is', () => {
    const told = (['passed', 'failed', 'skipped'] as const).filter((state) =>
      isResult({ state, hasSubtests: true, hasFailedSubtests: true }),
    );
    expect(told).toEqual(['skipped']);
  });

  test('without subtests is a test like any other', () => {
    const told = (['passed', 'failed', 'skipped'] as const).filter((state) =>
      isResult({ state, hasSubtests: false, hasFailedSubtests: false }),
    );
    expect(told).toEqual(['passed', 'failed', 'skipped']);
  });
});

describe('a subtest', () => {
  test('is below each of its parents, of the same file, and below nothing else', () => {
    const child = passed('sum > of two > adds');
    expect(parentsOf(child).map(({ name }) => name)).toEqual(['sum', 'sum > of two']);
    expect(parentsOf(child).every((parent) => isBelow(child, parent))).toBe(true);
    const others = [child, skipped('su'), skipped('sum > of'), { ...skipped('sum'), file: 'other.js' }];
    expect(others.filter((other) => isBelow(child, other))).toEqual([]);
  });
});
