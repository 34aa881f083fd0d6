/**
 * Everything that the page shows of a run except its records, folded record by record, in space that does not grow with
 * the history. Pure.
 *
 * @module
 */
import type { WorkRecord } from '../records/records.ts';
import { foldWork } from '../records/fold/fold-work.ts';
import { UNSTARTED, type WorkState } from '../records/fold/work-state.ts';
import { foldRow, NO_ROWS, type RowsFold } from '../view/iteration-rows.ts';
import { listMarks, type Mark } from './say-record.ts';

export interface PageFold {
  readonly state: WorkState;
  readonly rows: RowsFold;
  /** Events before the first iteration: the last marks, and their number. */
  readonly before: { readonly marks: readonly Mark[]; readonly total: number };
  /** Phase → milliseconds of work of its iterations, those of the last one of the run left out. */
  readonly took: ReadonlyMap<string, number>;
}

/** Before the first record. */
export const NO_PAGE: PageFold = { state: UNSTARTED, rows: NO_ROWS, before: { marks: [], total: 0 }, took: new Map() };

/** In one place of the list: many resumes of one iteration, say, are no reason to send them all. */
export const MAX_MARKS = 50;

/** After one more record. */
export const foldPage = ({ state, rows, before, took }: PageFold, record: WorkRecord): PageFold => {
  const next = foldRow(rows, record);
  const { row } = rows;
  return {
    state: foldWork(state, record),
    rows: next,
    before: next.row === null ? addMarks(before, listMarks([record])) : before,
    took: row === null || next.row?.n === row.n ? took : new Map(took).set(row.phase, tookBy(took, row)),
  };
};

const addMarks = ({ marks, total }: PageFold['before'], added: readonly Mark[]): PageFold['before'] => ({
  marks: [...marks, ...added].slice(-MAX_MARKS),
  total: total + added.length,
});

/** Milliseconds of work of the phase of a row, with that row. */
export const tookBy = (took: PageFold['took'], { phase, from, to }: NonNullable<RowsFold['row']>): number =>
  (took.get(phase) ?? 0) + to - from;

/** The iteration that the last record belongs to, among those of the run; 0 before the first. */
export const placeOf = ({ rows }: PageFold): number => rows.row?.n ?? 0;
