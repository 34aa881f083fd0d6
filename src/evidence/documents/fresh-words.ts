/**
 * How much of a document no other one says: a copy with a word changed here and there is a copy.
 *
 * @module
 */

/** So many words in a row are nobody's habit. */
const ROW = 5;

/**
 * Remembers what was said; each answer is what the next document says anew.
 *
 * @returns of the words given those that stand in a row of five that was not there before
 */
export const createFreshWords = (): ((words: readonly string[]) => readonly string[]) => {
  const said = new Set<string>();
  return (words) => {
    const rows = words.map((_, at) => words.slice(at, at + ROW).join(' '));
    const fresh = words.filter((_, at) => !said.has(rows[at] ?? ''));
    for (const row of rows) said.add(row);
    return fresh;
  };
};
