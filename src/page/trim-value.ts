/**
 * A value of a ledger or of an event, cut to the size of a page: long texts and lists are cut, and the cut is noted.
 */
import { showText } from './show-text.ts';

/** How much is kept. */
export interface Room {
  /** Characters of a text. */
  readonly text: number;
  /** Items of a list. */
  readonly list: number;
  /** Keys of an object. */
  readonly keys: number;
}

interface Trimmed {
  readonly value: unknown;
  readonly totals: Totals;
}

/**
 * The original number of items of a cut list or object, by its place, such as `record.failing` or
 * `record.checks.0.said`; null when the removed part has no number. Every view of the remaining part shows this number.
 */
export type Totals = Readonly<Record<string, number | null>>;

/** Deeper than anything of ours. */
const MAX_DEPTH = 16;
const MAX_KEY = 300;
/** Further places are not listed one by one. */
const MAX_PLACES = 60;

/** Pure. The value has the same shape: only texts, lists and maps of it are shorter. @param whole - places of lists and objects of which nothing is left out */
export const trimValue = (value: unknown, room: Room, whole: readonly string[] = []): Trimmed => {
  const found: Found[] = [];
  const trimmed = trim(value, { room, found, whole, place: '', depth: 0 });
  // The lists that a page shows are near the top: deep ones are omitted first.
  const near = found.toSorted((one, other) => one.depth - other.depth);
  const shown = near.slice(0, MAX_PLACES).map(({ place, total }) => [place, total] as const);
  return {
    value: trimmed,
    totals: Object.fromEntries(near.length > MAX_PLACES ? [...shown, ['and more', null]] : shown),
  };
};

interface Found {
  readonly place: string;
  readonly depth: number;
  readonly total: number | null;
}

interface At {
  readonly room: Room;
  readonly found: Found[];
  readonly whole: readonly string[];
  readonly place: string;
  readonly depth: number;
}

const trim = (value: unknown, at: At): unknown => {
  if (typeof value === 'string') return showText(value, at.room.text);
  if (typeof value !== 'object' || value === null) return value;
  if (at.depth > MAX_DEPTH) return leaveOut(at, null, null);
  if (Array.isArray(value)) return trimList(value, at);
  return Object.fromEntries(trimKeys(Object.entries(value), at));
};

const trimList = (list: readonly unknown[], at: At): readonly unknown[] => {
  const most = at.whole.includes(at.place) ? list.length : at.room.list;
  const kept = list.slice(0, most).map((item, n) => trim(item, inside(at, String(n))));
  return list.length > most ? leaveOut(at, list.length, kept) : kept;
};

const trimKeys = (
  entries: readonly (readonly [string, unknown])[],
  at: At,
): readonly (readonly [string, unknown])[] => {
  const most = at.whole.includes(at.place) ? entries.length : at.room.keys;
  const kept = entries.slice(0, most).map(([key, inner]) => {
    const shown = showText(key, MAX_KEY);
    return [shown, trim(inner, inside(at, shown))] as const;
  });
  return entries.length > most ? leaveOut(at, entries.length, kept) : kept;
};

const inside = (at: At, key: string): At => ({
  ...at,
  place: at.place === '' ? key : `${at.place}.${key}`,
  depth: at.depth + 1,
});

const leaveOut = <T>({ found, place, depth }: At, total: number | null, kept: T): T => {
  found.push({ place: showText(place, MAX_KEY), depth, total });
  return kept;
};
