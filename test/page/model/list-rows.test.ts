import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addRecords } from '../../../src/page/model/groups.ts';
import { heightOf, listRows, rowsInSight } from '../../../src/page/model/list-rows.ts';
import { aLongRun, rowsOf } from '../a-run.ts';

const RECORDS = aLongRun(1_000);
const ROWS = listRows(addRecords([], RECORDS), rowsOf(RECORDS));

describe('the list of a thousand iterations', () => {
  test('has each of them, and the end', () => {
    expect(ROWS.filter(({ kind }) => kind === 'iteration').length).toBe(1_000);
    expect(ROWS.at(-1)).toMatchObject({ kind: 'mark', mark: { what: 'stuck' } });
  });

  test('ends where the ledger does not hold any more', () => {
    const records = aLongRun(2).slice(0, 3);
    const rows = listRows(addRecords([], records), rowsOf(records), 3);
    expect(rows.map((row) => (row.kind === 'mark' ? `${row.mark.what} ${row.mark.text}` : row.view.outcome))).toEqual([
      'open',
      'broken from record 3 on, which is not shown',
    ]);
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
});
