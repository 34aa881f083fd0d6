import { describe, expect, test } from 'vitest';
import { pickOfDay } from './pick-some.ts';

const ROWS = Array.from({ length: 21 }, (_, at) => `row ${at}`);
const ofDay = (rows: readonly string[], oneOf: number, day: number) => pickOfDay(rows, (row) => row, oneOf, day);

describe('rows that are tried in part', () => {
  test('have all had their turn, once, after as many days as one of how many is tried', () => {
    const picked = [0, 1, 2, 3].flatMap((day) => ofDay(ROWS, 4, 20_000 + day));
    expect([...picked].sort()).toEqual([...ROWS].sort());
  });

  test('are as many on every day, give or take one, and in their order', () => {
    for (const day of [0, 1, 2, 3]) {
      const picked = ofDay(ROWS, 4, day);
      expect([5, 6]).toContain(picked.length);
      expect(picked).toEqual(ROWS.filter((row) => picked.includes(row)));
    }
  });

  test('are one at least, another one each day, where fewer are there than one is tried of', () => {
    const days = [0, 1, 2].map((day) => ofDay(['a', 'b', 'c'], 20, day));
    expect(days.map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(days.flat().sort()).toEqual(['a', 'b', 'c']);
  });
});
