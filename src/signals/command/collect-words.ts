/**
 * The words of one turn: heard when they speak for this very iteration, refused otherwise, and few whatever is said.
 * A word that is refused counts for nothing: an old nonce does not spoil the true one (rule 3.8).
 *
 * @module
 */
import type { SignalBinding } from '../../blocks/signal-binding.ts';
import { fieldsOf, readWord, type SpokenWord, type Word } from './spoken-word.ts';
import { plainLine } from '../../text/plain-line.ts';

/** What a turn must match to be heard. */
export type WordBinding = Pick<SignalBinding, 'phase' | 'iteration' | 'nonce'> & { readonly run: string };

type Hearing =
  | {
      readonly heard: true;
      readonly word: Word;
      /** It was not said before in this turn. */
      readonly isNew: boolean;
      /** Every word of the turn so far is the same. */
      readonly agrees: boolean;
    }
  | { readonly heard: false; readonly because: string };

export interface WordCollector {
  readonly hear: (line: string) => Hearing;
  /** From here on nothing is heard. */
  readonly endTurn: () => void;
  /** Those that differ, in the order in which they were first said; of one that was repeated, what was said last. */
  readonly words: () => readonly Word[];
  /** `first`: why the first was; `null` when none was. */
  readonly refused: () => { readonly count: number; readonly first: string | null };
}

export const createWordCollector = (binding: WordBinding): WordCollector => {
  const words = new Map<string, Word>();
  const refused: { count: number; first: string | null } = { count: 0, first: null };
  let isOver = false;

  return {
    hear: (line) => {
      const spoken = readWord(line);
      const because = isOver ? 'the turn has ended' : findRefusal(spoken, binding);
      if (spoken === null || because !== null) {
        refused.count += 1;
        refused.first ??= because;
        return { heard: false, because: because ?? UNREADABLE };
      }
      const { word, reason, refactoring_complete, error } = spoken;
      const key = `${word} ${refactoring_complete}`;
      const isNew = !words.has(key);
      const heard: Word = {
        word,
        reason: plainLine(reason, Number.POSITIVE_INFINITY),
        refactoring_complete,
        ...(error === undefined ? {} : { error }),
        ...fieldsOf(spoken),
      };
      words.set(key, heard);
      return { heard: true, word: heard, isNew, agrees: [...words.values()].every((each) => each.word === word) };
    },
    endTurn: () => {
      isOver = true;
    },
    words: () => [...words.values()],
    refused: () => refused,
  };
};

const UNREADABLE = 'the signal command never sends this';

/** What the right one would have been is not told. */
const findRefusal = (spoken: SpokenWord | null, binding: WordBinding): string | null => {
  if (spoken === null) return UNREADABLE;
  if (spoken.run !== binding.run) return 'it is for another run';
  if (spoken.phase !== binding.phase) return 'it is for another phase';
  if (spoken.iteration !== binding.iteration) return 'it is for another iteration';
  if (binding.nonce === null || spoken.nonce === binding.nonce) return null;
  return spoken.nonce === null ? 'it has no nonce' : 'it has the nonce of another iteration';
};
