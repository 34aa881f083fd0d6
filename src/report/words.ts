/**
 * The words of a section of a report: ours, others', and bounded lists.
 *
 * @module
 */
import type { Line, MarkedWord, ReportSection } from '../page/report-section.ts';
import type { Tally } from '../view/describe-phases.ts';

const MAX_LINES = 10;

export const theirs = (text: string, most?: number): MarkedWord => ({
  text,
  theirs: true,
  ...(most === undefined ? {} : { most }),
});

export const strong = (word: string | MarkedWord): MarkedWord =>
  typeof word === 'string' ? { text: word, strong: true } : { ...word, strong: true };

/** `a, b and 3 more`, of which `shown` are named. @param most - characters of each */
export const nameSome = (texts: readonly string[], shown: number, most?: number): Line => {
  const named = texts.slice(0, shown).flatMap((text, n): Line => [...(n === 0 ? [] : [', ']), theirs(text, most)]);
  return texts.length > shown ? [...named, `, and ${texts.length - shown} more`] : named;
};

/**
 * The most frequent ones, and the number of the others. @param unit - the counted thing; by default times, and once
 * is not shown
 */
export const listTallies = (
  tallies: readonly Tally[],
  { unit, before = '' }: { readonly unit?: (count: number) => string; readonly before?: string } = {},
): readonly Line[] => [
  ...tallies.slice(0, MAX_LINES).map(({ text, count }): Line => {
    const often = unit === undefined ? (count === 1 ? '' : `, ${count}×`) : `, in ${unit(count)}`;
    return [before, theirs(text), often].filter((word) => word !== '');
  }),
  ...(tallies.length > MAX_LINES ? [[`${before}and ${tallies.length - MAX_LINES} more`]] : []),
];

/** Nothing without content. */
export const section = (title: string, said: Omit<ReportSection, 'title'>): readonly ReportSection[] => {
  const { table, items = [], notes = [] } = said;
  return (table?.rows.length ?? 0) + items.length + notes.length === 0 ? [] : [{ title, ...said }];
};
