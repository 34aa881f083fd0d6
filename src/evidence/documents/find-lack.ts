/**
 * Why a document does not count (RULES 2.9): it says too little, or nothing that another one does not say.
 *
 * @module
 */
import { createFreshWords } from './fresh-words.ts';

export interface Said {
  /** Words of its prose. */
  readonly words: readonly string[];
  /** Sources of its valid diagrams. */
  readonly diagrams: readonly string[];
}

/** A document of fewer words says nothing, unless it holds a valid diagram. */
const LEAST_WORDS = 20;
const LEAST_DIFFERENT_WORDS = 10;

/** Asked of one document after the other; each answer is for people, `''` when the document counts. */
export const createLackFinder = (): ((said: Said) => string) => {
  const freshOf = createFreshWords();
  const drawn = new Set<string>();
  return ({ words, diagrams }) => {
    const own = diagrams.map((source) => source.replace(/\s+/g, ' ').trim());
    const fresh = freshOf(words);
    const isNew = own.some((diagram) => !drawn.has(diagram));
    for (const diagram of own) drawn.add(diagram);
    if (isNew || isProse(fresh)) return '';
    if (own.length > 0 || isProse(words)) return 'it says the same as another document';
    return `it has ${words.length} words of prose (${new Set(words).size} different ones) and no valid diagram; ${LEAST_WORDS} words, ${LEAST_DIFFERENT_WORDS} of them different, are asked for`;
  };
};

const isProse = (words: readonly string[]): boolean =>
  words.length >= LEAST_WORDS && new Set(words).size >= LEAST_DIFFERENT_WORDS;
