/**
 * The rows of the list of iterations, and which of them are in sight: only those are drawn, so that a thousand cost what twenty do.
 *
 * @module
 */
import type { IterationRow } from '../../view/iteration-rows.ts';
import type { RecordGroup } from './groups.ts';
import { listMarks, type Mark } from './marks.ts';

export type Row =
  | { readonly kind: 'iteration'; readonly view: IterationRow; readonly top: number; readonly height: number }
  | {
      readonly kind: 'mark';
      readonly key: string;
      readonly mark: Mark;
      readonly top: number;
      readonly height: number;
    };

/** CSS pixels. */
const HEIGHTS = { iteration: 52, mark: 30 } as const;
/** Drawn beyond what is in sight, so that nothing is blank while it scrolls. */
const BEYOND = 240;

/** @param sound - records before the break of the ledger, which is the last row then; null where it is not broken */
export const listRows = (
  groups: readonly RecordGroup[],
  iterations: readonly IterationRow[],
  sound: number | null = null,
): readonly Row[] => {
  const rows: Row[] = [];
  let top = 0;
  for (const group of groups) {
    const view = iterations[group.n - 1];
    if (view !== undefined) {
      rows.push({ kind: 'iteration', view, top, height: HEIGHTS.iteration });
      top += HEIGHTS.iteration;
    }
    for (const [at, mark] of listMarks(group.records).entries()) {
      rows.push({ kind: 'mark', key: `${group.n}.${at}`, mark, top, height: HEIGHTS.mark });
      top += HEIGHTS.mark;
    }
  }
  if (sound !== null && sound > 0)
    rows.push({ kind: 'mark', key: 'break', mark: breakAt(groups, sound), top, height: HEIGHTS.mark });
  return rows;
};

const breakAt = (groups: readonly RecordGroup[], sound: number): Mark => ({
  at: groups.at(-1)?.records.at(-1)?.at ?? '',
  what: 'broken',
  text: `from record ${sound} on, which is not shown`,
  tone: 'bad',
});

export const heightOf = (rows: readonly Row[]): number => {
  const last = rows.at(-1);
  return last === undefined ? 0 : last.top + last.height;
};

/** Rows between `top` and `top + height`, and a few beyond. Found by halving. */
export const rowsInSight = (rows: readonly Row[], top: number, height: number): readonly Row[] => {
  const first = firstBelow(rows, top - BEYOND);
  const end = firstBelow(rows, top + height + BEYOND);
  return rows.slice(first, end + 1);
};

const firstBelow = (rows: readonly Row[], y: number): number => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = rows[middle];
    if (row !== undefined && row.top + row.height <= y) low = middle + 1;
    else high = middle;
  }
  return low;
};
