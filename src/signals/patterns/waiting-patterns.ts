/** Patterns that were not yet found in a message. Each is looked for until it is there, and only in lines that may have it. */
import { inAnyCase, compilePattern } from './patterns.ts';
import { anywhere, type Needle } from '../blocks/block-form.ts';

/**
 * @param most - bytes that are held, 1 or more
 * @param onDropped - gets what is no part of the end any more, in order; a view that is good during the call alone
 */
export const holdTail = (most: number, onDropped: (bytes: Uint8Array) => void = () => {}) => {
  let ring = new Uint8Array(0);
  let written = 0;
  /** Most messages are short. */
  const grow = (wanted: number): void => {
    if (wanted <= ring.length || ring.length === most) return;
    const larger = new Uint8Array(Math.min(most, Math.max(wanted, 2 * ring.length)));
    larger.set(ring.subarray(0, written));
    ring = larger;
  };
  return {
    write: (chunk: Uint8Array): void => {
      grow(written + chunk.length);
      for (let at = 0; at < chunk.length; ) {
        const to = written % most;
        const size = Math.min(ring.length - to, chunk.length - at);
        if (written >= most) onDropped(ring.subarray(to, to + size));
        ring.set(chunk.subarray(at, at + size), to);
        written += size;
        at += size;
      }
    },
    /** The kept bytes, in order: the last ones. Valid until the next `write`. */
    rest: (): readonly Uint8Array[] => {
      const oldest = written % most;
      return written <= most ? [ring.subarray(0, written)] : [ring.subarray(oldest), ring.subarray(0, oldest)];
    },
    isCut: (): boolean => written > most,
  };
};

/** Whether a line of the message occurs in the prompt, quoted or not; an empty line counts as an echo. */
export const createEchoTest = (prompt: string): ((line: string) => boolean) => {
  const asked = new Set(['', ...prompt.split('\n').map(strip)]);
  return (line) => asked.has(strip(line));
};

/** Without what quotes a line, or makes an item of it. */
const strip = (line: string): string => line.replace(/^[\s>|*+-]+/, '').trim();

/** The characters that RE2 treats as s and k when case does not matter. */
const OTHER_LETTERS = ['\u017F', '\u212A'].map(anywhere);

/** Patterns of RE2's syntax, in any case. @throws {PatternError} for one that RE2 does not take */
export const waitForPatterns = (patterns: readonly string[]) => {
  const waiting = new Map(patterns.map((source) => [source, compilePattern(source, { ignoreCase: true })]));
  let needles = needlesOf(waiting.keys());
  return {
    /** Every line that matches a waiting pattern contains one of them; `null`: any line may match. */
    needles: (): readonly Needle[] | null => needles,
    /** @param line - normalised */
    see: (line: string): void => {
      const before = waiting.size;
      for (const [source, pattern] of waiting) if (pattern.test(line)) waiting.delete(source);
      if (waiting.size < before) needles = needlesOf(waiting.keys());
    },
    found: (): readonly string[] => patterns.filter((source) => !waiting.has(source)),
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

/** The longest run of printable ASCII without which no line matches; blanks end a run. `null` costs time alone. */
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
const readClass = (source: string, at: number): Token | null => readAs('other', /^\[\^?[^\][\\]+\]/, source.slice(at));

const readRepeat = (source: string, at: number): Token | null =>
  readAs('optional', /^\{\d+(?:,\d*)?\}/, source.slice(at));

const readAs = (kind: Token['kind'], pattern: RegExp, source: string): Token | null => {
  const text = pattern.exec(source)?.[0];
  return text === undefined ? null : { kind, text, length: text.length };
};
