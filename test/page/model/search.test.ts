import { describe, expect, test } from 'vitest';
import { searchRun } from '../../../src/page/model/list-rows.ts';
import type { PageRecord } from '../../../src/page/page-data.ts';
import { anIterationOf, reportedOf } from '../a-run.ts';

const failing = [{ file: 'test/parse.test.js', name: 'AC-1: <b>a price</b> has two digits', message: 'no' }];

const look = (text: string, records: readonly PageRecord[]) => {
  const { rows: iterations, groups } = reportedOf(records);
  return searchRun(text, { iterations, groups });
};

const RECORDS = [
  ...anIterationOf({ phase: 'RED', iteration: 1, minute: 0, passing: 0, failing: 4, word: true }),
  ...anIterationOf({ iteration: 1, minute: 2, passing: 3, failing: 1, record: { failing } }),
  ...anIterationOf({ iteration: 2, minute: 4, passing: 4, failing: 0, word: true }),
];

describe('the search over a run', () => {
  test('finds a failing test by its name or file, in the words and letters of a person', () => {
    const result = {
      found: [{ n: 2, place: 'GREEN 1 held', text: 'AC-1: <b>a price</b> has two digits · test/parse.test.js' }],
      total: 1,
    };
    expect(['two DIGITS', 'parse.test ac-1', 'green price'].map((text) => look(text, RECORDS))).toEqual([
      result,
      result,
      result,
    ]);
  });

  test('finds iterations by phase, outcome and clause, the newest first', () => {
    expect(look('exited', RECORDS).found.map(({ place }) => place)).toEqual(['GREEN 2 exited', 'RED 1 exited']);
    expect(look('tests_failing == 0', RECORDS).found.map(({ n }) => n)).toEqual([2]);
  });

  test('finds nothing for blanks and for what is not there', () => {
    expect([look('  ', RECORDS), look('nowhere', RECORDS)]).toEqual([
      { found: [], total: 0 },
      { found: [], total: 0 },
    ]);
  });

  test('is bounded and quick in a thousand iterations', () => {
    const { rows, groups } = reportedOf(
      anIterationOf({ iteration: 1, minute: 2, passing: 3, failing: 1, record: { failing } }),
    );
    const times = Array.from({ length: 1_000 }, (_, n) => n + 1);
    const run = {
      iterations: times.flatMap((n) => rows.map((row) => ({ ...row, n }))),
      groups: times.flatMap((n) => groups.map((group) => ({ ...group, n }))),
    };
    const began = performance.now();
    const { found, total } = searchRun('digits', run);
    expect(performance.now() - began).toBeLessThan(500);
    expect([found.length, total, found[0]?.n]).toEqual([50, 1_000, 1_000]);
  });
});
