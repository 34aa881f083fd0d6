import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import {
  addRecords,
  insertRecords,
  anchorAt,
  heightOf,
  listRows,
  rowsInSight,
  topOf,
  searchRun,
} from '../../../src/page/model/list-rows.ts';
import type { PageRecord } from '../../../src/page/page-data.ts';
import { aLongRun, anIterationOf, at, placed, rowsOf, reportedOf } from '../a-run.ts';

const RECORDS = aLongRun(1_000);
const ITERATIONS = rowsOf(RECORDS);
const LISTED = { count: 1_000, iterations: ITERATIONS, before: [] };
const ROWS = listRows(LISTED);

describe('the list of a thousand iterations', () => {
  test('has each of them, and the end', () => {
    expect(ROWS.filter(({ kind }) => kind === 'iteration').length).toBe(1_000);
    expect(ROWS.at(-1)).toMatchObject({
      kind: 'mark',
      mark: { what: 'run', text: 'stuck: The limit of iterations was reached' },
    });
  });

  test('ends where the ledger does not hold any more', () => {
    const records = aLongRun(2).slice(0, 3);
    const rows = listRows({ count: 1, iterations: rowsOf(records), before: [] }, 3);
    expect(
      rows.map((row) =>
        row.kind === 'mark' ? `${row.mark.what} ${row.mark.text}` : row.kind === 'iteration' && row.view.outcome,
      ),
    ).toEqual(['open', 'broken records from 3 on are not shown']);
  });

  test('law: whatever is in sight is drawn, in its place, and never more than what is in sight and a little', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -50, max: heightOf(ROWS) + 50 }),
        fc.integer({ min: 0, max: 900 }),
        (top, height) => {
          const drawn = rowsInSight(ROWS, top, height);
          const seen = ROWS.filter((row) => row.top + row.height > top && row.top < top + height);
          expect(seen.every((row) => drawn.includes(row))).toBe(true);
          expect(drawn.length).toBeLessThanOrEqual((height + 600) / 30 + 2);
        },
      ),
    );
  });

  test('has no gap and no overlap', () => {
    expect(
      ROWS.every((row, at) => at === 0 || row.top === (ROWS[at - 1]?.top ?? 0) + (ROWS[at - 1]?.height ?? 0)),
    ).toBe(true);
  });

  test('has a place for each that the page does not have yet, and what is seen stays where it is when they come', () => {
    const some = { ...LISTED, iterations: [...ITERATIONS.slice(0, 1), ...ITERATIONS.slice(700)] };
    const rows = listRows(some);
    expect(rows.filter(({ kind }) => kind === 'unknown').length).toBe(699);
    expect(rows.flatMap((row) => (row.kind === 'mark' ? [] : [row.n]))).toEqual(ITERATIONS.map(({ n }) => n));
    const mark = { at: '', what: 'guided', text: 'by Ann', tone: 'plain' } as const;
    const marked = listRows({
      ...LISTED,
      iterations: ITERATIONS.map((row) => (row.n < 500 ? { ...row, marks: [mark] } : row)),
    });
    const anchor = anchorAt(rows, 40_010);
    if (anchor === null) throw new Error('Nothing is seen there.');
    expect([topOf(rows, anchor), topOf(marked, anchor)]).toEqual([40_010, 40_010 + 499 * 30]);
  });

  test('begins with what happened before the first', () => {
    const mark = { at: '', what: 'guided', text: 'by Ann', tone: 'plain' } as const;
    expect(listRows({ ...LISTED, before: [mark] }).slice(0, 2)).toMatchObject([
      { kind: 'mark', mark },
      { kind: 'iteration', n: 1 },
    ]);
  });
});

const FIRST = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 3 });
const SECOND = anIterationOf({ iteration: 2, minute: 2, passing: 4, failing: 0, word: true });

/** As they are sent, with the name of their iteration. */
const groupsOf = (records: readonly PageRecord[]) => {
  const rows = rowsOf(records);
  return addRecords([], placed(records)).map((group) => {
    const { phase = null, iteration = null } = rows[group.n - 1] ?? {};
    return { ...group, phase, iteration };
  });
};

describe('the records of a run, by iteration', () => {
  test('a turn at another iteration starts another group, and the part before the first is separate', () => {
    const groups = groupsOf([{ type: 'operator.resumed', at: at(0), data: { by: 'Ann' } }, ...FIRST, ...SECOND]);
    expect(groups.map(({ n, phase, iteration, records }) => [n, phase, iteration, records.length])).toEqual([
      [0, null, null, 1],
      [1, 'GREEN', 1, FIRST.length],
      [2, 'GREEN', 2, SECOND.length],
    ]);
  });

  test('another attempt at an iteration that was not decided belongs to it', () => {
    const again = [
      ...FIRST.slice(0, 2),
      {
        type: 'turn.discarded',
        at: at(1, 31),
        data: { phase: 'GREEN', iteration: 1, attempt: 1, why: 'it crashed' },
      } as const,
      ...FIRST,
    ];
    expect(groupsOf(again).map(({ n, records }) => [n, records.length])).toEqual([[1, again.length]]);
  });

  test('the same iteration anew, after a rollback, is another one', () => {
    expect(groupsOf([...FIRST, ...FIRST]).map(({ n, iteration }) => [n, iteration])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  test('a group that got nothing new is the same object, and one by one comes to the same as all at once', () => {
    const records = placed(aLongRun(20));
    const before = addRecords([], records.slice(0, 40));
    const after = addRecords(before, records.slice(40));
    expect(after.slice(0, before.length - 1).every((group, n) => group === before[n])).toBe(true);
    expect(after).toEqual(addRecords([], records));
    expect(records.reduce((groups, record) => addRecords(groups, [record]), addRecords([], []))).toEqual(after);
  });

  test('a requested row takes its place among them; fewer facts than known of an iteration change nothing', () => {
    const records = placed(aLongRun(5));
    const of = (...wanted: readonly number[]) => records.filter(({ n }) => wanted.includes(n));
    const last = addRecords([], of(4, 5));
    expect(insertRecords(insertRecords(last, of(2)), of(1, 3))).toEqual(addRecords([], records));
    const less = insertRecords(last, of(4).slice(1));
    expect(less).toEqual(last);
    expect(insertRecords(addRecords([], of(4).slice(1)), of(4))).toEqual(addRecords([], of(4)));
  });
});

const failing = [{ file: 'test/parse.test.js', name: 'AC-1: <b>a price</b> has two digits', message: 'no' }];

const look = (text: string, records: readonly PageRecord[]) => {
  const { rows: iterations, groups } = reportedOf(records);
  return searchRun(text, { iterations, groups });
};

const SEARCHED = [
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
    expect(['two DIGITS', 'parse.test ac-1', 'green price'].map((text) => look(text, SEARCHED))).toEqual([
      result,
      result,
      result,
    ]);
  });

  test('finds iterations by phase, outcome and clause, the newest first', () => {
    expect(look('exited', SEARCHED).found.map(({ place }) => place)).toEqual(['GREEN 2 exited', 'RED 1 exited']);
    expect(look('tests_failing == 0', SEARCHED).found.map(({ n }) => n)).toEqual([2]);
  });

  test('finds nothing for blanks and for what is not there', () => {
    expect([look('  ', SEARCHED), look('nowhere', SEARCHED)]).toEqual([
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
