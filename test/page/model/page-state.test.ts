import * as fc from 'fast-check';
import { expect, test, describe } from 'vitest';
import {
  findRow,
  lastStretch,
  mergeRows,
  EMPTY,
  ofReport,
  type PageAction,
  type PageState,
  reducePage,
} from '../../../src/page/model/page-state.ts';
import { aLongRun, rowsOf, HEAD, placed, statusOf } from '../a-run.ts';
import { eventAt, type RunEventBody } from '../../cli/render/an-event.ts';
import { A_LIST } from '../a-task-list.ts';

const RECORDS = placed(aLongRun(4));
const count = ({ groups }: PageState): number => groups.reduce((sum, { records }) => sum + records.length, 0);
const reduce = (...actions: readonly PageAction[]): PageState => actions.reduce(reducePage, EMPTY);
const batch = (from: number, to: number): PageAction => ({
  do: 'records',
  records: RECORDS.slice(from, to + 1),
  id: to,
});

describe('the state of the page', () => {
  test.each([
    ['from where it was lost', batch(5, 9)],
    ['from the beginning', batch(0, 9)],
    ['with what was there already', batch(2, 4)],
  ])('after a lost connection no record is there twice: the server continues %s', (_, again) => {
    const state = reduce({ do: 'head', head: HEAD }, batch(0, 4), { do: 'link', link: 'lost' }, again);
    expect(count(state)).toBe(again.do === 'records' && again.id === 9 ? 10 : 5);
    expect(state.groups).toEqual(reduce({ do: 'head', head: HEAD }, batch(0, state.lastId ?? 0)).groups);
  });

  test('a server that said that it ends is not missed: the link is over, and stays so', () => {
    expect(reduce({ do: 'link', link: 'over' }, { do: 'link', link: 'lost' }).link).toBe('over');
  });

  test('another run begins with nothing of the one before', () => {
    const state = reduce({ do: 'head', head: HEAD }, batch(0, 4), { do: 'head', head: { ...HEAD, run: 'another' } });
    expect([count(state), state.lastId, state.selected]).toEqual([0, null, null]);
  });

  test('has the last sentence of the loop that no record has, until the next iteration or a wait', () => {
    const event = (body: RunEventBody, news: string | null): PageAction => ({
      do: 'event',
      event: { ...eventAt(0, body), news },
    });
    const at = { phase: 'RED', iteration: 1, attempt: 1 };
    const said = [
      event({ type: 'notice', text: 'x' }, 'The disk is nearly full.'),
      event({ type: 'baseline.started' }, null),
    ];
    expect(reduce(...said).news).toBe('The disk is nearly full.');
    expect(reduce(...said, event({ type: 'iteration.started', ...at }, null)).news).toBeNull();
    const wait = { type: 'waiting', ...at, for: 'retry', until: HEAD.at, why: 'x' } as const;
    expect(reduce(...said, event(wait, 'waits until noon')).news).toBeNull();
  });

  test('trouble stays', () => {
    const state = reduce({ do: 'head', head: HEAD }, { do: 'trouble', said: 'The chain is broken.' }, batch(0, 4));
    expect(state.trouble).toBe('The chain is broken.');
  });

  test('what stands before a break of the ledger stays, and nothing comes behind it; of one that was sealed anew nothing stays', () => {
    const broken = (sound: number): PageState =>
      reduce({ do: 'head', head: HEAD }, batch(0, 4), { do: 'trouble', said: 'broken', sound }, batch(5, 9));
    expect([broken(5), broken(0)].map((state) => [count(state), state.sound])).toEqual([
      [5, 5],
      [0, 0],
    ]);
  });

  test('a report has the list that its run is of, and no other', () => {
    const listOf = (run: string) =>
      ofReport({ ...HEAD, run, records: [], rows: [], status: statusOf([]), sections: [] }, A_LIST).list;
    expect([
      listOf('run-1'),
      listOf('run-3'),
      ofReport({ ...HEAD, records: [], rows: [], status: statusOf([]), sections: [] }).list,
    ]).toEqual([A_LIST, null, null]);
    expect(reduce({ do: 'head', head: HEAD }, { do: 'list', list: A_LIST }).list).toBe(A_LIST);
  });

  test('no command is offered for a run that cannot be believed, nor after the server has begun again', () => {
    const head: PageAction = { do: 'head', head: { ...HEAD, commands: true } };
    const trouble: PageAction = { do: 'trouble', said: 'The chain is broken.' };
    const offers = [reduce(head), reduce(head, trouble), reduce(head, trouble, head)].map(
      (state) => state.head?.commands,
    );
    expect(offers).toEqual([true, false, false]);
  });

  test('a requested row is in its place; a late answer takes nothing back', () => {
    const rows = rowsOf(aLongRun(4));
    const late = { ...rows[3], records: 1 } as (typeof rows)[number];
    const told: PageAction = { do: 'rows', rows: rows.slice(2) };
    const part: PageAction = {
      do: 'part',
      part: { rows: [rows[0] ?? late, late], records: RECORDS.filter(({ n }) => n === 1) },
    };
    const state = reduce({ do: 'head', head: HEAD }, told, part);
    expect(state.rows).toEqual([rows[0], rows[2], rows[3]]);
    expect(state.groups.map(({ n }) => n)).toEqual([1]);
    expect(reduce({ do: 'head', head: HEAD }, told, { do: 'rows', rows: rows.slice(0, 2) }).rows).toEqual(rows);
    expect(reduce({ do: 'head', head: HEAD }, { do: 'trouble', said: 'broken', sound: 0 }, part).rows).toEqual([]);
  });
});

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
