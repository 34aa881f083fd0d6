/** A value of a ledger or of an event, cut to the size of a page: long texts and lists. The cut is noted. */
import { SEQUENCE } from '../base/text/quote-text.ts';

/**
 * Control characters except tab and line feed; characters that turn or hide text (bidi, soft hyphen, no-break marks,
 * tags, the blank of Hangul); false line separators; halves of surrogate pairs. The joiners of emoji and of Persian
 * stay.
 */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- as above
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]|\p{Cs}/gu;

/** First of the pictures of control characters in Unicode. */
const PICTURES = 0x24_00;

/** @param most - characters that are kept @returns the text, and where it was cut, how much there was */
export const showText = (text: string, most: number): string => {
  // Text that is far too long is cut first: the rest is invisible, and it may be megabytes.
  const near = text.slice(0, most * 2 + 64);
  const shown = near.replaceAll(SEQUENCE, '').replaceAll('\r\n', '\n').replaceAll(UNSEEN, picture);
  if (near.length === text.length && shown.length <= most) return shown;
  const kept = shown.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}… (cut: ${text.length.toLocaleString('en-US')} characters)`;
};

const picture = (character: string): string => {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x20) return String.fromCodePoint(PICTURES + point);
  return point === 0x7f ? '\u2421' : `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`;
};

export interface Room {
  readonly text: number;
  readonly list: number;
  readonly keys: number;
}

/** The original number of items of each cut list or object, by its place, as `record.failing`; null for no number. */
export type Totals = Readonly<Record<string, number | null>>;

/** Deeper than anything of ours. */
const MAX_DEPTH = 16;
const MAX_KEY = 300;
/** Further places are not listed one by one. */
const MAX_PLACES = 60;

/** The value has the same shape, shorter. Pure. @param whole - places of lists and objects of which all is kept */
export const trimValue = <T>(given: T, room: Room, whole: readonly string[] = []) => {
  const found: { readonly place: string; readonly depth: number; readonly total: number | null }[] = [];
  const cut = <E>(entries: readonly E[], most: number, place: string, depth: number): readonly E[] => {
    if (entries.length <= most || whole.includes(place)) return entries;
    found.push({ place: showText(place, MAX_KEY), depth, total: entries.length });
    return entries.slice(0, most);
  };
  const trim = (value: unknown, place: string, depth: number): unknown => {
    if (typeof value === 'string') return showText(value, room.text);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) {
      found.push({ place: showText(place, MAX_KEY), depth, total: null });
      return null;
    }
    const inside = (key: string, inner: unknown): unknown =>
      trim(inner, place === '' ? key : `${place}.${key}`, depth + 1);
    if (Array.isArray(value)) return cut(value, room.list, place, depth).map((item, n) => inside(String(n), item));
    const entries = cut(Object.entries(value), room.keys, place, depth);
    return Object.fromEntries(
      entries.map(([key, inner]) => {
        const shown = showText(key, MAX_KEY);
        return [shown, inside(shown, inner)];
      }),
    );
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- trimming keeps the shape
  const value = trim(given, '', 0) as T;
  // The lists that a page shows are near the top: deep ones are omitted first.
  const near = found.toSorted((one, other) => one.depth - other.depth);
  const shown = near.slice(0, MAX_PLACES).map(({ place, total }) => [place, total] as const);
  const totals: Totals = Object.fromEntries(near.length > MAX_PLACES ? [...shown, ['and more', null]] : shown);
  return { value, totals };
};
