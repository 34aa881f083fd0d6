import { describe, expect, test } from 'vitest';
import { compileCondition } from '../../../gates/conditions/compile-condition.ts';
import type { Vocabulary } from '../../../gates/metrics.ts';

const VOCABULARY: Vocabulary = { a: 'boolean', b: 'boolean', c: 'boolean', d: 'boolean', m: 'number', n: 'number' };
const because = (source: string, values: Readonly<Record<string, unknown>>) =>
  compileCondition(source, VOCABULARY)
    .judge(values)
    .unmet.map((unmet) => `${unmet.clause} | ${unmet.because}`);

describe('the reason of an unmet clause', () => {
  test.each([
    ['m == n', { m: 9, n: 10 }, 'got 9, expected 10'],
    ['m != n', { m: 3, n: 3 }, 'got 3, expected not 3'],
    ['m >= n', { m: 3, n: 4 }, 'got 3, expected 4 or more'],
    ['m > n', { m: 1, n: 2 }, 'got 1, expected more than 2'],
    ['m <= n', { m: 5, n: 3 }, 'got 5, expected 3 or less'],
    ['m < n', { m: 5, n: 3 }, 'got 5, expected less than 3'],
    ['a', { a: false }, 'a is false'],
    ['a == true', { a: false }, 'got false, expected true'],
    ['a == b', { a: true, b: false }, 'got true, expected false'],
    ['false', {}, 'it is always false'],
    ['0 > 1', {}, 'got 0, expected more than 1'],
  ])('%s over %o', (source, values, reason) => expect(because(source, values)).toEqual([`${source} | ${reason}`]));

  test.each([
    ['0 == m', { m: 3 }, 'got 3, expected 0'],
    ['3 != m', { m: 3 }, 'got 3, expected not 3'],
    ['2 <= m', { m: 1 }, 'got 1, expected 2 or more'],
    ['2 < m', { m: 2 }, 'got 2, expected more than 2'],
    ['3 >= m', { m: 5 }, 'got 5, expected 3 or less'],
    ['3 > m', { m: 5 }, 'got 5, expected less than 3'],
  ])('%s names the measured value first', (source, values, reason) =>
    expect(because(source, values)).toEqual([`${source} | ${reason}`]),
  );

  test.each([
    ['m + n >= 5', { m: 1, n: 2 }, 'got 3, expected 5 or more'],
    ['m - n == 0', { m: 1, n: 4 }, 'got -3, expected 0'],
    ['m + n - 1 < m', { m: 1, n: 1 }, 'got 1, expected less than 1'],
  ])('%s shows the value of the sum', (source, values, reason) =>
    expect(because(source, values)).toEqual([`${source} | ${reason}`]),
  );

  test.each([
    ['a', {}, 'a was not measured'],
    ['m == n', { m: 1 }, 'n was not measured'],
    ['m == n', {}, 'm and n were not measured'],
    ['m + n == m + 1', {}, 'm and n were not measured'],
    ['(a AND b AND m > 1) == c', {}, 'a, b, m and c were not measured'],
    ['NOT a', {}, 'a was not measured'],
  ])('%s names what is absent', (source, values, reason) =>
    expect(because(source, values)).toEqual([`${source} | ${reason}`]),
  );

  test.each([
    ['NOT a', { a: true }, 'a is true'],
    ['NOT NOT a', { a: false }, 'a is false'],
    ['NOT true', {}, 'it is always true'],
    ['NOT m == 0', { m: 0 }, 'got 0, expected not 0'],
    ['NOT m != 0', { m: 1 }, 'got 1, expected 0'],
    ['NOT m < 2', { m: 1 }, 'got 1, expected 2 or more'],
    ['NOT m <= 2', { m: 1 }, 'got 1, expected more than 2'],
    ['NOT m > 2', { m: 3 }, 'got 3, expected 2 or less'],
    ['NOT m >= 2', { m: 3 }, 'got 3, expected less than 2'],
    ['NOT (a OR m == 1)', { a: false, m: 1 }, 'm == 1: got 1, expected not 1'],
    ['NOT (a OR b)', { a: true, b: true }, 'a: a is true, and b: b is true'],
    ['NOT (a AND b)', { a: true, b: true }, 'a: a is true; b: b is true'],
    ['NOT (a AND b)', { a: true }, 'a: a is true; b: b was not measured'],
  ])('%s says what should not be so', (source, values, reason) =>
    expect(because(source, values)).toEqual([`${source} | ${reason}`]),
  );

  test.each([
    ['a OR m > 1', { a: false, m: 1 }, 'a: a is false; m > 1: got 1, expected more than 1'],
    ['a OR NOT b', { a: false, b: true }, 'a: a is false; NOT b: b is true'],
    ['a OR b AND c', { a: false, b: true, c: false }, 'a: a is false; c: c is false'],
    ['a OR b AND c', { a: false, b: false, c: false }, 'a: a is false; b: b is false, and c: c is false'],
    [
      'a OR b AND (c OR d)',
      { a: false, b: false, c: false, d: false },
      'a: a is false; b: b is false, and (c: c is false; d: d is false)',
    ],
    ['a OR NOT (b AND c)', { a: false, b: true, c: true }, 'a: a is false; b: b is true; c: c is true'],
    ['a OR NOT (b OR c)', { a: false, b: true, c: true }, 'a: a is false; b: b is true, and c: c is true'],
  ])('%s gives every alternative with its own reason', (source, values, reason) =>
    expect(because(source, values)).toEqual([`${source} | ${reason}`]),
  );
});

describe('the clauses of a verdict', () => {
  test('are the parts of the outermost AND, parentheses or not, in order, without those that are met', () =>
    expect(because('a AND (b AND (c AND d))', { a: true, b: false, c: true, d: false })).toEqual([
      'b | b is false',
      'd | d is false',
    ]));

  test('are written on one line, without comments and without the parentheses around them', () =>
    expect(
      because('(\n  m   == # the old ones\r\n # and\n\tn\n) AND (a\nOR (b))', { m: 1, n: 2, a: false, b: false }),
    ).toEqual(['m == n | got 1, expected 2', 'a OR (b) | a: a is false; b: b is false']));

  test('are not joined when a NOT comes before them', () =>
    expect(because('NOT (a AND b) AND c', { a: true, b: true, c: true })).toEqual([
      'NOT (a AND b) | a: a is true; b: b is true',
    ]));
});
