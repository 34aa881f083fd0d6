/**
 * The report as one HTML file that needs nothing else: the page with the data in it, small enough to be mailed.
 *
 * @module
 */
import type { PageData, PageList } from '../page/page-data.ts';
import { type PageParts, readPageParts } from '../page/page-parts.ts';
import { renderPage } from '../page/render-page.ts';
import { trimRecord } from '../page/trim-record.ts';

/** Characters of data that all runs together may have before their records are cut further. */
const MAX_DATA = 8_000_000;

/**
 * @param runs - at least one, in the order in which they began
 * @param list - the list of work that one of them belongs to
 * @throws {PageError} when the page was not built
 */
export const renderHtmlReport = (
  runs: readonly PageData[],
  parts: PageParts = readPageParts(),
  list: PageList | null = null,
): string => renderPage(parts, { v: 1, runs: fit(runs), ...(list === null ? {} : { list }) }).html;

/** Pure. Long runs are told more shortly, all of them alike. */
const fit = (runs: readonly PageData[]): readonly PageData[] => {
  const ofRows = runs.reduce((sum, { rows }) => sum + sizeOf(rows), 0);
  const size = runs.reduce((sum, { records }) => sum + sizeOf(records), ofRows);
  if (size <= MAX_DATA) return runs;
  const count = runs.reduce((sum, { records }) => sum + records.length, 0);
  const most = Math.max(0, Math.floor((MAX_DATA - ofRows) / count));
  return runs.map((run) => ({ ...run, records: run.records.map((record) => trimRecord(record, most)) }));
};

const sizeOf = (items: readonly unknown[]): number =>
  items.reduce<number>((sum, item) => sum + JSON.stringify(item).length, 0);
