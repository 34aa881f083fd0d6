import { describe, expect, test } from 'vitest';
import { findRenumbered } from '../../../src/evidence/integrity/find-renamed.ts';
import { aTestRun, failed, passed } from '../../runners/a-test-run.ts';

const find = (expected: readonly string[], ...names: readonly string[]) => [
  ...findRenumbered(
    expected.map((name) => `t.js > ${name}`),
    aTestRun(names.map(passed)),
  ),
];

describe('a test that its runner renamed', () => {
  test.each([
    ['a line', 'sum_spec.lua:2 > adds', 'sum_spec.lua:3 > adds'],
    ['a number', '1 - adds', '12 - adds'],
    ['a time', 'adds in 217ms', 'adds in 4ms'],
  ])('by %s is told from a new one', (_by, before, after) => {
    expect(find([before], after, 'is new')).toEqual([[`t.js > ${before}`, `t.js > ${after}`]]);
  });

  test('stands for one test that is missing, and not for two', () => {
    expect(find(['1 - adds', '2 - adds'], '3 - adds')).toEqual([['t.js > 1 - adds', 't.js > 3 - adds']]);
    expect(find(['1 - adds', '2 - adds'], '2 - adds', '3 - adds')).toEqual([['t.js > 1 - adds', 't.js > 3 - adds']]);
  });

  test('is none where another letter differs, the file is another one, or the earlier test is still there', () => {
    expect(find(['adds 1'], 'takes 1', 'adds')).toEqual([]);
    expect(find(['adds 1'], 'adds 1', 'adds 2')).toEqual([]);
    expect([...findRenumbered(['t1.js > adds 1'], aTestRun([{ ...failed('adds 1'), file: 't2.js' }]))]).toEqual([]);
  });
});
