/**
 * Totals of lists that were cut for the page: counts never refer to the shortened list.
 *
 * @module
 */
import type { PageRecord } from '../page-data.ts';
import { showNumber } from '../../text/amounts.ts';

export type TotalOf = (place: string, shown: number) => number;

/** @param record - whose lists they are; without one, what is shown is all */
export const totalsOf =
  (record: Pick<PageRecord, 'totals'> | undefined): TotalOf =>
  (place, shown) =>
    Math.max(record?.totals?.[place] ?? 0, shown);

/** `, and 475 more` after the shown part of a list; '' if all is shown. */
export const showRest = (shown: number, total: number): string =>
  total > shown ? `, and ${showNumber(total - shown)} more` : '';

/** The items on one line, and how many are left out; null if there are none. */
export const joinAll = (items: readonly string[], separator: string, total: number): string | null =>
  total === 0 ? null : `${items.join(separator)}${showRest(items.length, total)}`;

/** The parts left out of these records, each place once: `record.failing: 500 in all`. */
export const listCuts = (records: readonly PageRecord[]): readonly string[] => [
  ...new Set(
    records.flatMap(({ totals = {} }) =>
      Object.entries(totals).map(([place, total]) =>
        total === null ? place : `${place}: ${showNumber(total)} in all`,
      ),
    ),
  ),
];
