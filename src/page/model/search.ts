/** Search over the iterations of a run, and over the failing tests of those whose records the page has. Pure. */
import type { PageRow } from '../page-status.ts';
import { findDecided } from './find-records.ts';
import type { RecordGroup } from './list-rows.ts';
import { OUTCOMES } from './status-labels.ts';

interface Found {
  /** Among the iterations of the run, from 1. */
  readonly n: number;
  /** `GREEN 3 held`. */
  readonly place: string;
  /** The text that fits: a reason, a clause, a test. */
  readonly text: string;
}

export interface Search {
  /** The newest first; not all of many. */
  readonly found: readonly Found[];
  /** How many there are. */
  readonly total: number;
}

/** As many as anybody looks at. */
const MOST = 50;

/** Every word has to be there, in any order; the case of letters is all one. */
export const searchRun = (
  text: string,
  { iterations, groups }: { readonly iterations: readonly PageRow[]; readonly groups: readonly RecordGroup[] },
): Search => {
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
