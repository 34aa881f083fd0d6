import { expect, test, describe } from 'vitest';
import { foldPage, MAX_MARKS, NO_PAGE, pageRowOf, pageStatusOf } from '../../src/page/page-status.ts';
import { placeRecords } from '../../src/page/report/read-page.ts';
import type { PageRecord } from '../../src/page/page-data.ts';
import { aLongRun, anIterationOf, at, rowsOf, SETTLED, statusOf } from './a-run.ts';

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

/** As its status is sent. */
const holdOf = (...records: readonly PageRecord[]) => statusOf(records).held;

const RED = anIterationOf({ phase: 'RED', iteration: 1, minute: 0, passing: 0, failing: 4, word: true });
const HELD = anIterationOf({ iteration: 1, minute: 1, passing: 2, failing: 2, word: true });
const LEFT = anIterationOf({ iteration: 2, minute: 2, passing: 4, failing: 0, word: true });
const EXIT = { frozen: {}, tests: [], failing: [], tree: '' };
const command = (type: PageRecord['type'], data: object): PageRecord =>
  ({ type, at: at(9), data: { by: 'ann', reason: 'x', ...data } }) as unknown as PageRecord;

test('an iteration that is tried again stays one row, unless its phase was rolled back meanwhile', () => {
  const tried = RED.slice(0, 2);
  expect(rowsOf([...tried, ...tried])).toHaveLength(1);
  expect(rowsOf([...tried, command('operator.rolled_back', { phase: 'RED' }), ...tried])).toHaveLength(2);
});

describe('the last hold', () => {
  test('has the reason, the failing tests, and the clauses that are not met with what was measured', () => {
    expect(holdOf(...RED, ...HELD, SETTLED(3))).toEqual({
      phase: 'GREEN',
      iteration: 1,
      cause: '2 of 4 tests fail: AC-1: it does what it says, AC-2: it does what it says',
      reason: expect.stringContaining('not satisfied'),
      clauses: ['tests_failing == 0: got 2, expected 0', expect.stringMatching(/^also not met: /)],
      lines: [
        { kind: 'test', text: 'fails: test/long.test.ts > AC-1: it does what it says' },
        { kind: 'output', text: 'expected 0 to be 1' },
        { kind: 'test', text: 'fails: test/long.test.ts > AC-2: it does what it says' },
        { kind: 'output', text: 'expected 1 to be 2' },
      ],
    });
  });

  test('stays while the next iteration of the phase runs, and after a resume', () => {
    const next: PageRecord = {
      type: 'turn.started',
      at: at(2),
      data: { phase: 'GREEN', iteration: 2, attempt: 1, nonce_hash: null },
    };
    const held = { phase: 'GREEN', iteration: 1 };
    expect(holdOf(...RED, ...HELD, next)).toMatchObject(held);
    expect(holdOf(...RED, ...HELD, SETTLED(3), command('operator.resumed', {}), next)).toMatchObject(held);
  });

  test('is over with the phase: exited, forced, or taken back; and with the work', () => {
    expect(holdOf(...RED)).toBeNull();
    expect(holdOf(...RED, ...HELD, ...LEFT)).toBeNull();
    expect(holdOf(...RED, ...HELD, command('operator.skipped', { phase: 'GREEN', exit: EXIT }))).toBeNull();
    expect(holdOf(...RED, ...HELD, command('operator.rolled_back', { phase: 'RED' }))).toBeNull();
    expect(holdOf(...RED, ...HELD, command('operator.aborted', {}))).toBeNull();
  });

  test('is short however long a reason is, and says how long that is', () => {
    const blocker = 'The payment provider does not answer. '.repeat(200).trim();
    const reported = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 2, word: false });
    const blocked = reported.map(
      (record): PageRecord =>
        record.type === 'iteration.decided'
          ? {
              ...record,
              data: {
                ...record.data,
                decision: { ...record.data.decision, halt: { code: 'blocked', says: blocker }, next: 'needs_human' },
              },
            }
          : record,
    );
    const cause = holdOf(...RED, ...blocked)?.cause ?? '';
    expect(cause.length).toBeLessThan(360);
    expect(cause).toMatch(/… \(7599 characters in all\)$|… \(7,599 characters in all\)$/);
  });

  test('shows a finding to its end, where the commands are', () => {
    const CHANGED = { code: 'tampering.changed', text: 'a.test.js was changed: restore it.', values: {} };
    const text = `The agent must undo this${', or report BLOCKED'.repeat(12)} (dualgate reopen test/a.test.js -m "why").`;
    const reported = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 2, word: false });
    const found = reported.map(
      (record): PageRecord =>
        record.type === 'iteration.decided'
          ? {
              ...record,
              data: {
                ...record.data,
                record: { ...record.data.record, findings: [CHANGED, { code: 'tampering.way_out', text, values: {} }] },
              },
            }
          : record,
    );
    expect(holdOf(...RED, ...found)?.lines).toContainEqual({ kind: 'finding', text });
  });

  test('is text that hides nothing, whatever the agent wrote', () => {
    const reported = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 2, word: false });
    const hostile = reported.map(
      (record): PageRecord =>
        record.type === 'iteration.decided'
          ? {
              ...record,
              data: {
                ...record.data,
                decision: {
                  ...record.data.decision,
                  halt: { code: 'blocked', says: 'no\u202E\u001B[2J\nkey' },
                  next: 'needs_human',
                },
              },
            }
          : record,
    );
    expect(holdOf(...RED, ...hostile)?.cause).toBe('no[U+202E] key');
  });

  test('of a long run is the last one', () => {
    expect(holdOf(...aLongRun(30))).toMatchObject({ phase: 'GREEN', iteration: 29 });
  });
});
