/**
 * Patterns that were not yet found in a message. Each is looked for until it is there, and only in lines that may have it.
 *
 * @module
 */
import { inAnyCase } from './any-word.ts';
import { anywhere, type Needle } from '../../blocks/needle.ts';
import { compilePattern } from './patterns.ts';

interface WaitingPatterns {
  /** Every line that matches a waiting pattern contains one of them; `null`: any line may match. */
  readonly needles: () => readonly Needle[] | null;
  /** @param line - normalised */
  readonly see: (line: string) => void;
  /** As they are written and in their order, each once. */
  readonly found: () => readonly string[];
}

/** The characters that RE2 treats as s and k when case does not matter. */
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

/** Shorter ones occur everywhere. */
const MIN_LENGTH = 3;

/** Escapes of one letter: a class, a border, or a character that is no printable one. All others are left to RE2. */
const KNOWN_ESCAPES = /[AbBdDsSwWztnrfv]/;

/**
 * A token without which a line cannot match a pattern of RE2, so that lines without it need not be tried. It reads the
 * plain parts of a pattern only; for other parts it finds none, which costs time and nothing else.
 *
 * The longest run of printable ASCII that stands, in some case, wherever the pattern matches; blanks end a run, since other
 * characters are read as blanks. `null` when none is found.
 *
 * @param source - a pattern that RE2 takes
 */
export const requiredWord = (source: string): string | null => {
  let [longest, run, depth] = ['', '', 0];
  const end = (): void => {
    if (depth === 0 && run.length > longest.length) longest = run;
    run = '';
  };
  for (let at = 0; at < source.length; at += 1) {
    const token = readToken(source, at);
    if (token === null || (token.kind === 'or' && depth === 0)) return null;
    // At the least it repeats the character before it no times.
    if (token.kind === 'optional') run = run.slice(0, -1);
    if (token.kind === 'letter') run += token.text;
    else end();
    if (token.kind === 'opens') depth += 1;
    if (token.kind === 'closes') depth -= 1;
    at += token.length - 1;
  }
  end();
  return longest.length < MIN_LENGTH ? null : longest;
};

interface Token {
  /** `other`: something that is matched, or a border; no word goes over it. */
  readonly kind: 'letter' | 'opens' | 'closes' | 'or' | 'optional' | 'other';
  readonly text: string;
  readonly length: number;
}

/** The token that begins here; `null` for one that is not understood. */
const readToken = (source: string, at: number): Token | null => {
  const [char = '', next = ''] = source.slice(at, at + 2);
  const token = (kind: Token['kind'], text = char, length = text.length): Token => ({ kind, text, length });
  if (char === '\\') {
    if (/\w/.test(next)) return KNOWN_ESCAPES.test(next) ? token('other', char + next) : null;
    return /[!-~]/.test(next) ? token('letter', next, 2) : null;
  }
  if (char === '(') return next !== '?' ? token('opens') : source.startsWith('(?:', at) ? token('opens', '(?:') : null;
  if (char === '[') return readClass(source, at);
  if (char === '{') return readRepeat(source, at);
  if (char === ')') return token('closes');
  if (char === '|') return token('or');
  if (char === '*' || char === '?') return token('optional');
  return /[!-~]/.test(char) && !/[.^$+]/.test(char) ? token('letter') : token('other');
};

/** For a class, only a plain one. */
const readClass = (source: string, at: number): Token | null => {
  const [text] = /^\[\^?[^\][\\]+\]/.exec(source.slice(at)) ?? [];
  return text === undefined ? null : { kind: 'other', text, length: text.length };
};

const readRepeat = (source: string, at: number): Token | null => {
  const [text] = /^\{\d+(?:,\d*)?\}/.exec(source.slice(at)) ?? [];
  return text === undefined ? null : { kind: 'optional', text, length: text.length };
};
