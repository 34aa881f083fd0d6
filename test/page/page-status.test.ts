import { expect, test } from 'vitest';
import { foldPage, MAX_MARKS, NO_PAGE } from '../../src/page/page-fold.ts';
import { pageRowOf, pageStatusOf } from '../../src/page/page-status.ts';
import { placeRecords } from '../../src/page/report/read-page.ts';
import type { PageRecord } from '../../src/page/page-data.ts';
import { aLongRun, anIterationOf, at, rowsOf } from './a-run.ts';

const guided = (text: string): PageRecord => ({
  type: 'operator.guided',
  at: at(9),
  data: { phase: 'GREEN', by: 'Ann', text },
});
const FIRST = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 3 });

test('a row has what happened in its iteration or behind it, and how many records it has', () => {
  const { rows, places } = placeRecords([guided('early'), ...FIRST, guided('late')]);
  expect(rows).toMatchObject([
    {
      n: 1,
      records: FIRST.length + 1,
      marks: [{ what: 'operator', text: 'guidance to the agent in GREEN by Ann: late' }],
    },
  ]);
  expect(places).toEqual([0, ...FIRST.map(() => 1), 1]);
});

test('the status has what happened before the first iteration', () => {
  const { fold } = placeRecords([guided('early'), ...FIRST]);
  expect(pageStatusOf(fold).before).toMatchObject([
    { what: 'operator', text: 'guidance to the agent in GREEN by Ann: early' },
  ]);
});

test('of more than anybody reads a row and the beginning have the last ones, and say how many there were before', () => {
  const many = Array.from({ length: MAX_MARKS + 12 }, (_, n) => guided(`no. ${n}`));
  const { fold, rows } = placeRecords([...many, ...FIRST, ...many]);
  for (const marks of [rows[0]?.marks ?? [], pageStatusOf(fold).before]) {
    expect(marks.length).toBe(MAX_MARKS + 1);
    expect([marks[0], marks.at(-1)]).toMatchObject([
      { what: 'earlier', text: '12 more, in the ledger' },
      { text: `guidance to the agent in GREEN by Ann: no. ${MAX_MARKS + 11}` },
    ]);
  }
});

test('words of others in it hide nothing', () => {
  const { rows } = placeRecords([...FIRST, guided('a\u202Eb\u001B[2J')]);
  expect(rows[0]?.marks[0]?.text).toBe('guidance to the agent in GREEN by Ann: a[U+202E]b');
});

test('a phase took as long as its iterations did, after every record, and the status is as large after the thousandth as after the tenth', () => {
  const records = aLongRun(1_000);
  const sizes: number[] = [];
  let fold = NO_PAGE;
  for (const [n, record] of records.slice(0, -1).entries()) {
    fold = foldPage(fold, record);
    if (n % 900 !== 0 && n > 30) continue;
    const { by_phase, ...status } = pageStatusOf(fold);
    const rows = rowsOf(records.slice(0, n + 1));
    for (const { phase, took_ms } of by_phase)
      expect(took_ms).toBe(rows.reduce((sum, row) => sum + (row.phase === phase ? row.to - row.from : 0), 0));
    expect(pageRowOf(fold)).toEqual(rows.at(-1) ?? null);
    if (n > 20) sizes.push(JSON.stringify({ by_phase, status }).length);
  }
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(300);
});
