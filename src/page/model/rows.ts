/**
 * The rows of iterations that the page has, in order; of a long run not all of them. Pure.
 *
 * @module
 */
import type { PageRow } from '../page-status.ts';

/** Replaces or inserts these rows, each in the place of its iteration. A late answer with fewer records is ignored. */
export const mergeRows = (rows: readonly PageRow[], fresh: readonly PageRow[]): readonly PageRow[] => {
  const [first] = fresh;
  const last = rows.at(-1);
  if (first === undefined) return rows;
  // An active run sends its last rows, and there may be thousands before them.
  if (last === undefined || first.n > last.n) return [...rows, ...fresh];
  if (first.n === last.n)
    return [...rows.slice(0, -1), ...(first.records < last.records ? [last, ...fresh.slice(1)] : fresh)];
  const known = new Map(rows.map((row) => [row.n, row]));
  for (const row of fresh) if (row.records >= (known.get(row.n)?.records ?? 0)) known.set(row.n, row);
  return [...known.values()].toSorted((one, other) => one.n - other.n);
};

/** The last ones, from the last gap on: what can be drawn along time. */
export const lastStretch = (rows: readonly PageRow[]): readonly PageRow[] => {
  const gap = rows.findLastIndex(({ n }, at) => at > 0 && rows[at - 1]?.n !== n - 1);
  return gap <= 0 ? rows : rows.slice(gap);
};

/** Found by halving. */
export const findRow = (rows: readonly PageRow[], n: number): PageRow | undefined => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((rows[middle]?.n ?? n) < n) low = middle + 1;
    else high = middle;
  }
  return rows[low]?.n === n ? rows[low] : undefined;
};
