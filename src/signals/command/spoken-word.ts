/**
 * What the signal command can say, and the line that carries it. Nothing else can be said: a line that the command would
 * not have written, to the letter, is no word.
 *
 * @module
 */

/** `exit`: the phase is finished. `hold`: it is not. `blocked`: it is not, and a person is needed. */
export const WORDS = ['exit', 'hold', 'blocked'] as const;

/** The agent's own part of what it says. */
export interface Word {
  readonly word: (typeof WORDS)[number];
  /** Why; at most `MAX_REASON_LENGTH` characters. */
  readonly reason: string;
  /** Only with `exit`: as REFACTORING_COMPLETE of the status block. */
  readonly refactoring_complete: boolean;
}

/** A word, and the iteration that it speaks for (RULES 3.10). */
export interface SpokenWord extends Word {
  readonly run: string;
  readonly phase: string;
  /** Position in the phase, from 1. */
  readonly iteration: number;
  /** `null`: the environment had none. */
  readonly nonce: string | null;
}

/** Longest reason, in UTF-16 units. */
export const MAX_REASON_LENGTH = 1_000;

/** Version of the two lines, question and answer. */
export const WORDS_VERSION = 1;

/** The line, without its line feed. */
export const writeWord = (spoken: SpokenWord): string => {
  const { run, phase, iteration, nonce, word, reason, refactoring_complete } = spoken;
  return JSON.stringify({ v: WORDS_VERSION, run, phase, iteration, nonce, word, reason, refactoring_complete });
};

/** The word of a line, or `null` for anything that `writeWord` does not write: fields more, less, twice or of another kind. */
export const readWord = (line: string): SpokenWord | null => {
  const { run, phase, iteration, nonce, word: given, reason, refactoring_complete } = parseObject(line);
  const word = WORDS.find((each) => each === given);
  if (word === undefined) return null;
  if (typeof run !== 'string' || typeof phase !== 'string' || typeof reason !== 'string') return null;
  if (typeof iteration !== 'number' || (nonce !== null && typeof nonce !== 'string')) return null;
  if (typeof refactoring_complete !== 'boolean' || (refactoring_complete && word !== 'exit')) return null;
  if (reason.trim() === '' || reason.length > MAX_REASON_LENGTH) return null;
  const spoken: SpokenWord = { run, phase, iteration, nonce, word, reason, refactoring_complete };
  return writeWord(spoken) === line ? spoken : null;
};

/** The fields of a line of JSON; none when it is no object. */
export const parseObject = (line: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};
