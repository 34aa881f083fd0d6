import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anchorAt, heightOf, listRows, rowsInSight, topOf } from '../../../src/page/model/list-rows.ts';
import { aLongRun, rowsOf } from '../a-run.ts';

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
