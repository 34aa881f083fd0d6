/**
 * A value of a ledger or of the news, made small enough for a page: long texts and lists are cut, and what was cut is told.
 *
 * @module
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

export interface Trimmed {
  readonly value: unknown;
  /** What was left out, by its place: `record.failing: 480 more`. */
  readonly cut: readonly string[];
}

/** Deeper than anything of ours. */
const MAX_DEPTH = 16;
const MAX_KEY = 300;
/** More places than that are not told one by one. */
const MAX_CUTS = 12;

/** Pure. The value has the same shape: only texts, lists and maps of it are shorter. */
export const trimValue = (value: unknown, room: Room): Trimmed => {
  const cut: string[] = [];
  const trimmed = trim(value, { room, cut, place: '', depth: 0 });
  return { value: trimmed, cut: cut.length > MAX_CUTS ? [...cut.slice(0, MAX_CUTS), 'and more'] : cut };
};

interface At {
  readonly room: Room;
  readonly cut: string[];
  readonly place: string;
  readonly depth: number;
}

const trim = (value: unknown, at: At): unknown => {
  if (typeof value === 'string') return showText(value, at.room.text);
  if (typeof value !== 'object' || value === null) return value;
  if (at.depth > MAX_DEPTH) return leaveOut(at, 'what lies deeper', null);
  if (Array.isArray(value)) return trimList(value, at);
  return Object.fromEntries(trimKeys(Object.entries(value), at));
};

const trimList = (list: readonly unknown[], at: At): readonly unknown[] => {
  const { room } = at;
  const kept = list.slice(0, room.list).map((item) => trim(item, { ...at, depth: at.depth + 1 }));
  return list.length > room.list ? leaveOut(at, `${list.length - room.list} more`, kept) : kept;
};

const trimKeys = (
  entries: readonly (readonly [string, unknown])[],
  at: At,
): readonly (readonly [string, unknown])[] => {
  const { room, place } = at;
  const kept = entries.slice(0, room.keys).map(([key, inner]) => {
    const shown = showText(key, MAX_KEY);
    const inside = place === '' ? shown : `${place}.${shown}`;
    return [shown, trim(inner, { ...at, place: inside, depth: at.depth + 1 })] as const;
  });
  return entries.length > room.keys ? leaveOut(at, `${entries.length - room.keys} more`, kept) : kept;
};

const leaveOut = <T>({ cut, place }: At, what: string, kept: T): T => {
  cut.push(place === '' ? what : `${showText(place, MAX_KEY)}: ${what}`);
  return kept;
};
