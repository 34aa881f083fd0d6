import { describe, expect, test } from 'vitest';
import { compileCondition } from '../../../gates/conditions/compile-condition.ts';

const VOCABULARY = { a: 'number', b: 'number', c: 'number', yes: 'boolean' } as const;

/** Of each comparison, by the clauses of the condition. */
const distances = (condition: string, values: Readonly<Record<string, unknown>>) =>
  compileCondition(condition, VOCABULARY)
    .measure(values)
    .map((clause) => clause.distances.map(({ comparison, distance }) => [comparison, distance]));

describe('the distance of a comparison', () => {
  test.each([
    ['a == 3', 5, 2],
    ['a == 3', 1, 2],
    ['a >= 3', 1, 2],
    ['a > 3', 1, 3],
    ['a <= 3', 5, 2],
    ['a < 3', 5, 3],
    ['a != 3', 3, 1],
    ['3 <= a', 1, 2],
    ['a >= 3', 7, 0],
    ['a == 3', 3, 0],
  ])('%s over %i: %i steps are missing', (condition, a, distance) => {
    expect(distances(condition, { a })).toEqual([[[condition, distance]]]);
  });

  test('is 1 or 0 for flags', () => {
    expect(distances('yes', { yes: false })).toEqual([[['yes', 1]]]);
    expect(distances('yes == true', { yes: false })).toEqual([[['yes == true', 1]]]);
    expect(distances('NOT yes', { yes: true })).toEqual([[['NOT yes', 1]]]);
    expect(distances('NOT yes', { yes: false })).toEqual([[['NOT yes', 0]]]);
  });

  test('counts between two metrics, and over sums', () => {
    expect(distances('a == b', { a: 2, b: 7 })).toEqual([[['a == b', 5]]]);
    expect(distances('a + b >= c', { a: 1, b: 1, c: 5 })).toEqual([[['a + b >= c', 3]]]);
  });

  test('is given for each comparison of an unmet clause, also inside OR and under NOT', () => {
    expect(distances('a == 0 AND (b >= 5 OR NOT (c < 9 OR yes))', { a: 1, b: 2, c: 6, yes: false })).toEqual([
      [['a == 0', 1]],
      [
        ['b >= 5', 3],
        ['NOT c < 9', 3],
        ['NOT yes', 0],
      ],
    ]);
  });

  test('is 0 throughout a clause that is met: its values no longer matter', () => {
    expect(distances('a == 0 OR yes', { a: 9, yes: true })).toEqual([
      [
        ['a == 0', 0],
        ['yes', 0],
      ],
    ]);
  });

  test('is unknown where a metric is absent', () => {
    expect(distances('a == b AND yes AND c >= 1', { a: 1, b: 'x', c: 0 })).toEqual([[], [], [['c >= 1', 1]]]);
  });
});
