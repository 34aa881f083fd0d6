/**
 * Everything that the page shows of a run except its records, folded record by record, in space that does not grow with
 * the history. Pure.
 */
import type { WorkRecord } from '../records/records.ts';
import { foldWork } from '../records/fold/fold-sums.ts';
import { UNSTARTED, type WorkState } from '../records/fold/work-state.ts';
import { foldRow, NO_ROWS, type RowsFold } from '../view/iteration-rows.ts';
import { listMarks, type Mark } from './say-record.ts';

export interface PageFold {
  readonly state: WorkState;
  readonly rows: RowsFold;
  /** Events before the first iteration: the last marks, and their number. */
  readonly before: { readonly marks: readonly Mark[]; readonly total: number };
  /** Phase → milliseconds of its iterations, those of the last one of the run left out. */
  readonly spent: ReadonlyMap<string, Spent>;
}

/** Milliseconds of work, and those of them, or after it, in which the loop only waited. */
export interface Spent {
  readonly took: number;
  readonly waited: number;
}

/** Before the first record. */
export const NO_PAGE: PageFold = { state: UNSTARTED, rows: NO_ROWS, before: { marks: [], total: 0 }, spent: new Map() };

/** In one place of the list: many resumes of one iteration, say, are no reason to send them all. */
export const MAX_MARKS = 50;

/** After one more record. */
export const foldPage = ({ state, rows, before, spent }: PageFold, record: WorkRecord): PageFold => {
  const next = foldRow(rows, record);
  const { row } = rows;
  return {
    state: foldWork(state, record),
    rows: next,
    before: next.row === null ? addMarks(before, listMarks([record])) : before,
    spent:
      row === null || next.row?.n === row.n
        ? spent
        : new Map(spent).set(row.phase, spentBy(spent, row, next.row?.from ?? null)),
  };
};

const addMarks = ({ marks, total }: PageFold['before'], added: readonly Mark[]): PageFold['before'] => ({
  marks: [...marks, ...added].slice(-MAX_MARKS),
  total: total + added.length,
});

/** The time of a row's phase, with that row. @param until - the end of a wait that lasts; null: it is not counted */
export const spentBy = (
  spent: PageFold['spent'],
  { phase, from, to, waits = [] }: NonNullable<RowsFold['row']>,
  until: number | null,
): Spent => {
  const { took, waited } = spent.get(phase) ?? NOTHING_SPENT;
  const more = waits.reduce((sum, wait) => sum + (wait.to ?? until ?? wait.from) - wait.from, 0);
  return { took: took + to - from, waited: waited + more };
};

export const NOTHING_SPENT: Spent = { took: 0, waited: 0 };

/** The iteration that the last record belongs to, among those of the run; 0 before the first. */
export const placeOf = ({ rows }: PageFold): number => rows.row?.n ?? 0;
