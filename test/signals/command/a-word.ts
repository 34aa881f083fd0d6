/**
 * Words of the signal command for tests: of this iteration, and a yes, by default.
 *
 * @module
 */
import type { WordBinding } from '../../../src/signals/command/collect-words.ts';
import type { SpokenWord, Word } from '../../../src/signals/command/spoken-word.ts';

export const BINDING: WordBinding = { run: 'r-1', phase: 'GREEN', iteration: 7, nonce: 'n-7f3a' };

export const aWord = (differing: Partial<Word> = {}): Word => ({
  word: 'exit',
  reason: 'all is done',
  refactoring_complete: false,
  ...differing,
});

export const aSpokenWord = (differing: Partial<SpokenWord> = {}): SpokenWord => ({
  ...BINDING,
  ...aWord(),
  ...differing,
});
