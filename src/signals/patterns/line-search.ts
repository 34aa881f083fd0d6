/**
 * The needles in the next lines: keywords, and marks that change the place of the following lines, whole or cut by an
 * escape sequence.
 *
 * @module
 */
import { cutNeedles } from './cut-needles.ts';
import type { Needle } from '../../blocks/needle.ts';
import type { Search } from './scan-lines.ts';

/**
 * A search for words in one place or another; each is made once, and anew when the words are others.
 *
 * @param words - what is looked for at this time; `null`: any line may matter
 * @returns takes what the placer of lines looks for; `null` stays `null` there, too
 */
export const createLineSearch = (
  words: () => readonly Needle[] | null,
): ((places: readonly Needle[] | null) => Search) => {
  const made = new Map<readonly Needle[], readonly Needle[]>();
  let madeFor: readonly Needle[] | null = null;
  return (places) => {
    const wanted = words();
    if (places === null || wanted === null) return null;
    if (wanted !== madeFor) made.clear();
    madeFor = wanted;
    const known = made.get(places);
    if (known !== undefined) return known;
    const needles = [...places, ...wanted];
    const search = [...needles, ...cutNeedles(needles)];
    made.set(places, search);
    return search;
  };
};
