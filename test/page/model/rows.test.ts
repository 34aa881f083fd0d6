import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRow, lastStretch, mergeRows } from '../../../src/page/model/page-state.ts';
import { aLongRun, rowsOf } from '../a-run.ts';

const ROWS = rowsOf(aLongRun(60));
const part = fc.tuple(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 1, max: 30 }));

test('law: rows in whatever parts they come stand in order, each once, and each is found', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const slices = parts.map(([from, many]) => ROWS.slice(from, from + many));
      const merged = slices.reduce(mergeRows, []);
      const wanted = ROWS.filter((row) => slices.some((slice) => slice.includes(row)));
      expect(merged).toEqual(wanted);
      for (const row of ROWS) expect(findRow(merged, row.n)).toBe(wanted.includes(row) ? row : undefined);
    }),
  );
});

test('an active iteration replaces its earlier row', () => {
  const grown = ROWS.slice(59).map((row) => ({ ...row, records: row.records + 1, ms: 7 }));
  expect(mergeRows(ROWS, grown)).toEqual([...ROWS.slice(0, 59), ...grown]);
});

test('what is drawn are the last ones without a gap', () => {
  expect(lastStretch(ROWS)).toBe(ROWS);
  expect(lastStretch([])).toEqual([]);
  expect(lastStretch([...ROWS.slice(0, 5), ...ROWS.slice(10, 20), ...ROWS.slice(50)])).toEqual(ROWS.slice(50));
});
