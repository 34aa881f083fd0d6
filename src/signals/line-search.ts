/**
 * What the next lines are looked at for: the words that matter, and those that change the place where they stand, whole or
 * cut by an escape sequence.
 *
 * @module
 */
import { cutNeedles } from './cut-needles.ts';
import type { Needle } from './needle.ts';
import type { Search } from './scan-lines.ts';

/**
 * A search for these words in one place or another; each is made once.
 *
 * @returns takes what the placer of lines looks for; `null`, any line may matter, stays `null`
 */
export const createLineSearch = (words: readonly Needle[]): ((places: readonly Needle[] | null) => Search) => {
  const known = new Map<readonly Needle[], readonly Needle[]>();
  return (places) => {
    if (places === null) return null;
    const made = known.get(places);
    if (made !== undefined) return made;
    const needles = [...places, ...words];
    const search = [...needles, ...cutNeedles(needles)];
    known.set(places, search);
    return search;
  };
};
