/**
 * Tests that were added to a frozen test file (rule 2.7): what the readers of the languages find, and how it is cut out.
 *
 * @module
 */

/** A place in the text, up to `end`, which is not part of it. */
export interface Cut {
  readonly start: number;
  readonly end: number;
}

/** The added parts of a text, and their names; or why they are more than tests: the rest of a sentence. */
export type Additions = { readonly cuts: readonly Cut[]; readonly names: readonly string[] } | { readonly why: string };

/** @returns `null` for a text that is not surely understood. */
export type FindAdditions = (path: string, before: string, after: string) => Promise<Additions | null>;

/** The text without these parts. A part that has its lines for itself goes with them. */
export const cutOut = (text: string, cuts: readonly Cut[]): string => {
  let kept = '';
  let at = 0;
  for (const cut of cuts.map((each) => widen(text, each)).sort((one, other) => one.start - other.start)) {
    if (cut.start > at) kept += text.slice(at, cut.start);
    at = Math.max(at, cut.end);
  }
  return kept + text.slice(at);
};

const widen = (text: string, { start, end }: Cut): Cut => {
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const last = next === -1 ? text.length : next + 1;
  const isAlone = text.slice(first, start).trim() === '' && text.slice(end, last).trim() === '';
  return isAlone ? { start: first, end: last } : { start, end };
};

/** Whether every line of the one text is in the other, in this order: then something was only added. */
export const isOnlyLonger = (before: string, after: string): boolean => {
  const lines = after.split('\n');
  let at = 0;
  for (const line of before.split('\n')) {
    if (line.trim() === '') continue;
    const found = lines.indexOf(line, at);
    if (found === -1) return false;
    at = found + 1;
  }
  return true;
};
