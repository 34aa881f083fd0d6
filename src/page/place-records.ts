/**
 * All records of a run at once, for a page that is a file: the iteration that each belongs to, and a row of every iteration. Pure.
 *
 * @module
 */
import type { WorkRecord } from '../records/records.ts';
import { foldPage, NO_PAGE, type PageFold, placeOf } from './page-fold.ts';
import { type PageRow, pageRowOf } from './page-status.ts';

interface PlacedRun {
  /** Behind the last record. */
  readonly fold: PageFold;
  /** All iterations, in order. */
  readonly rows: readonly PageRow[];
  /** The iteration `n` of each record. */
  readonly places: readonly number[];
}

/** @param records - without secrets @param start - what was folded before them */
export const placeRecords = (records: readonly WorkRecord[], start: PageFold = NO_PAGE): PlacedRun => {
  const rows: PageRow[] = [];
  const places: number[] = [];
  let fold = start;
  const addRow = (): void => {
    const row = pageRowOf(fold);
    if (row !== null) rows.push(row);
  };
  for (const record of records) {
    const next = foldPage(fold, record);
    if (placeOf(next) > placeOf(fold)) addRow();
    fold = next;
    places.push(placeOf(fold));
  }
  addRow();
  return { fold, rows, places };
};
