/**
 * The rows of the list of iterations, and which of them are in sight: only those are drawn, so that a thousand cost
 * what twenty do. Each iteration of the run has its place, also where the page does not have it yet.
 */
import type { PlacedRecord } from '../page-data.ts';
import type { Mark } from '../say-record.ts';
import type { PageRow } from '../page-status.ts';
import { findDecided } from './clauses.ts';
import { OUTCOMES } from './status-labels.ts';

/** The records that the page has, by iteration. Without new ones it is the same object: what was made of it is kept. */
export interface RecordGroup {
  /** Among the iterations of the run, from 1; 0 for what was before the first. */
  readonly n: number;
  readonly records: readonly PlacedRecord[];
}

/** `groups` with `records` behind them. Pure; costs what the new records cost, and one copy of the list. */
export const addRecords = (
  groups: readonly RecordGroup[],
  records: readonly PlacedRecord[],
): readonly RecordGroup[] => {
  if (records.length === 0) return groups;
  const grown = [...groups];
  for (const part of cut(records)) {
    const last = grown.at(-1);
    if (last?.n === part.n) grown[grown.length - 1] = { n: part.n, records: [...last.records, ...part.records] };
    else grown.push(part);
  }
  return grown;
};

/** `groups` with these of older iterations among them. One that is there already stays, unless these are more of it. Pure. */
export const insertRecords = (
  groups: readonly RecordGroup[],
  records: readonly PlacedRecord[],
): readonly RecordGroup[] => {
  const known = new Map(groups.map((group) => [group.n, group]));
  for (const part of cut(records)) {
    if (part.records.length > (known.get(part.n)?.records.length ?? 0)) known.set(part.n, part);
  }
  return [...known.values()].toSorted((one, other) => one.n - other.n);
};

/** In pieces of one iteration each: they come in order. */
const cut = (records: readonly PlacedRecord[]): readonly RecordGroup[] => {
  const parts = new Map<number, PlacedRecord[]>();
  for (const record of records) {
    const own = parts.get(record.n);
    if (own === undefined) parts.set(record.n, [record]);
    else own.push(record);
  }
  return Array.from(parts, ([n, own]) => ({ n, records: own }));
};

interface Placed {
  /** CSS pixels. */
  readonly top: number;
  readonly height: number;
}

export type Row =
  | (Placed & { readonly kind: 'iteration'; readonly n: number; readonly view: PageRow })
  | (Placed & { readonly kind: 'unknown'; readonly n: number })
  | (Placed & { readonly kind: 'mark'; readonly key: string; readonly mark: Mark });

/** CSS pixels. */
const HEIGHTS = { iteration: 52, unknown: 52, mark: 30 } as const;
/** Drawn beyond what is in sight, so that nothing is blank while it scrolls. */
const BEYOND = 240;

interface Listed {
  readonly count: number;
  /** Those of them that the page has, in order. */
  readonly iterations: readonly PageRow[];
  readonly before: readonly Mark[];
}

/** @param sound - records before the break of the ledger, which is the last row then; null where it is not broken */
export const listRows = ({ count, iterations, before }: Listed, sound: number | null = null): readonly Row[] => {
  const rows: Row[] = [];
  let top = 0;
  const place = (height: number): Placed => {
    top += height;
    return { top: top - height, height };
  };
  const addMarks = (n: number, marks: readonly Mark[]): void => {
    for (const [at, mark] of marks.entries())
      rows.push({ kind: 'mark', key: `${n}.${at}`, mark, ...place(HEIGHTS.mark) });
  };
  addMarks(0, before);
  let at = 0;
  for (let n = 1; n <= count; n += 1) {
    const view = iterations[at];
    if (view?.n !== n) {
      rows.push({ kind: 'unknown', n, ...place(HEIGHTS.unknown) });
      continue;
    }
    at += 1;
    rows.push({ kind: 'iteration', n, view, ...place(HEIGHTS.iteration) });
    addMarks(n, view.marks);
  }
  if (sound !== null && sound > 0) {
    const text = `records from ${sound} on are not shown`;
    const mark: Mark = { at: iterations.at(-1)?.at ?? '', what: 'broken', text, tone: 'bad' };
    rows.push({ kind: 'mark', key: 'break', mark, ...place(HEIGHTS.mark) });
  }
  return rows;
};

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

/** The first row that ends below `y`: its place in the list. */
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

/** The topmost visible row. It keeps its place when rows above it appear or grow. */
export interface Anchor {
  readonly n: number;
  /** Pixels of it above what is seen. */
  readonly hidden: number;
}

/** @returns null where no iteration is seen */
export const anchorAt = (rows: readonly Row[], top: number): Anchor | null => {
  const row = rows.slice(firstBelow(rows, top)).find(({ kind }) => kind !== 'mark');
  return row === undefined || row.kind === 'mark' ? null : { n: row.n, hidden: top - row.top };
};

/** The scroll position that keeps it in place; null when it no longer exists. */
export const topOf = (rows: readonly Row[], { n, hidden }: Anchor): number | null => {
  const row = rows.find((each) => each.kind !== 'mark' && each.n === n);
  return row === undefined ? null : row.top + hidden;
};

interface Found {
  /** Among the iterations of the run, from 1. */
  readonly n: number;
  /** `GREEN 3 held`. */
  readonly place: string;
  /** The text that fits: a reason, a clause, a test. */
  readonly text: string;
}

const MOST = 50;

/** Every word has to be there, in any order; the case of letters is all one. */
export const searchRun = (
  text: string,
  { iterations, groups }: { readonly iterations: readonly PageRow[]; readonly groups: readonly RecordGroup[] },
): { readonly found: readonly Found[]; readonly total: number } => {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return { found: [], total: 0 };
  const records = new Map(groups.map((group) => [group.n, group.records]));
  const all = iterations.toReversed().flatMap((row) => {
    const place = `${row.phase} ${row.iteration} ${OUTCOMES[row.outcome].word}`;
    const failing = findDecided(records.get(row.n) ?? [])?.data.record.failing ?? [];
    const texts = [
      [row.reason, ...row.unmet].join(' · '),
      ...failing.map(({ file, name }) => (file === '' ? name : `${name} · ${file}`)),
    ];
    // A test is found by what it says, not by its iteration alone.
    return texts
      .filter((each, at) => {
        const said = each.toLowerCase();
        const isIn = (word: string): boolean => said.includes(word);
        const isNamed = (word: string): boolean => isIn(word) || place.toLowerCase().includes(word);
        return words.every(isNamed) && (at === 0 || words.some(isIn));
      })
      .map((each) => ({ n: row.n, place, text: each }));
  });
  return { found: all.slice(0, MOST), total: all.length };
};
