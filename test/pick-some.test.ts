import { describe, expect, test } from 'vitest';
import { inTurn, pickPart } from './pick-some.ts';

const ROWS = Array.from({ length: 21 }, (_, at) => `row ${at}`);
const partOf = (rows: readonly string[], oneOf: number, part: number) => pickPart(rows, (row) => row, oneOf, part);

describe('rows that are tried in part', () => {
  test('are all in one of the parts, once', () => {
    const picked = [0, 1, 2, 3].flatMap((part) => partOf(ROWS, 4, 20_000 + part));
    expect([...picked].sort()).toEqual([...ROWS].sort());
  });

  test('are as many in every part, give or take one, and in their order', () => {
    for (const part of [0, 1, 2, 3]) {
      const picked = partOf(ROWS, 4, part);
      expect([5, 6]).toContain(picked.length);
      expect(picked).toEqual(ROWS.filter((row) => picked.includes(row)));
    }
  });

  test('are one at least where there are fewer rows than parts', () => {
    const parts = [0, 1, 2].map((part) => partOf(['a', 'b', 'c'], 20, part));
    expect(parts.map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(parts.flat().sort()).toEqual(['a', 'b', 'c']);
  });
});

const tried: string[] = [];
const slow = inTurn(2, test);
describe('tests in turn', () => {
  describe('a describe of one', () => {
    slow('is tried', () => void tried.push('one'));
  });
  describe('another of one', () => {
    slow('is tried, too', () => void tried.push('two'));
  });

  test('leave no describe without a test', () => {
    expect(tried).toEqual(['one', 'two']);
  });
});
