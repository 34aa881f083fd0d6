/**
 * Patterns that were not yet found in a message. Each is looked for until it is there, and only in lines that may have it.
 *
 * @module
 */
import { inAnyCase } from './any-word.ts';
import { anywhere, type Needle } from '../../blocks/needle.ts';
import { compilePattern } from './patterns.ts';
import { requiredWord } from './required-word.ts';

export interface WaitingPatterns {
  /** One of them stands in every line in which a pattern is found that is waited for; `null`: any line may have one. */
  readonly needles: () => readonly Needle[] | null;
  /** @param line - normalised */
  readonly see: (line: string) => void;
  /** As they are written and in their order, each once. */
  readonly found: () => readonly string[];
}

/** What RE2 takes for an s and a k where the case does not matter. */
const OTHER_LETTERS = ['\u017F', '\u212A'].map(anywhere);

/**
 * Patterns of RE2's syntax, in any case.
 *
 * @throws {PatternError} for one that RE2 does not take
 */
export const waitForPatterns = (patterns: readonly string[]): WaitingPatterns => {
  const waiting = new Map(patterns.map((source) => [source, compilePattern(source, { ignoreCase: true })]));
  let needles = needlesOf(waiting.keys());
  return {
    needles: () => needles,
    see: (line) => {
      const before = waiting.size;
      for (const [source, pattern] of waiting) if (pattern.test(line)) waiting.delete(source);
      if (waiting.size < before) needles = needlesOf(waiting.keys());
    },
    found: () => patterns.filter((source) => !waiting.has(source)),
  };
};

const needlesOf = (patterns: Iterable<string>): readonly Needle[] | null => {
  const words = new Set<string>();
  for (const pattern of patterns) {
    const word = requiredWord(pattern);
    if (word === null) return null;
    words.add(word);
  }
  return words.size === 0 ? [] : [...OTHER_LETTERS, inAnyCase([...words])];
};
