import { describe, expect, test } from 'vitest';
import { addRecords, insertRecords } from '../../../src/page/model/list-rows.ts';
import type { PageRecord } from '../../../src/page/page-data.ts';
import { aLongRun, anIterationOf, at, placed, rowsOf } from '../a-run.ts';

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
