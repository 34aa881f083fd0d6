/**
 * The first place at which a text is no JSON, in the words of spec 003. Each engine has words of its own, mostly without a place.
 *
 * @module
 */

/** One token from a place on; blanks before it are skipped. */
const BLANKS = /[ \t\n\r]*/y;
const OPEN_STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy;
const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;

/** The first place at which the text is wrong, and the part that is missing there. */
interface Gap {
  readonly expected: string;
  readonly at: number;
}

/** @param text - it is no JSON */
export const explainJson = (text: string): string => {
  const found = readValue(text, 0, 0);
  const end = typeof found === 'number' ? skip(text, found) : found;
  const { expected, at } = typeof end === 'number' ? { expected: 'the end', at: end } : end;
  const before = text.slice(0, at).split('\n');
  return `expected ${expected} at line ${before.length} column ${(before.at(-1) ?? '').length + 1}`;
};

/** Deeper than any exit signal. */
const MAX_DEPTH = 100;

const skip = (text: string, from: number): number => match(BLANKS, text, from) ?? from;

/** The place behind it; `null` where it does not begin. */
const match = (pattern: RegExp, text: string, from: number): number | null => {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : null;
};

/** The place behind the value. */
const readValue = (text: string, from: number, depth: number): number | Gap => {
  const at = skip(text, from);
  const opened = text[at];
  if ((opened === '{' || opened === '[') && depth < MAX_DEPTH)
    return readMembers(text, at, { close: opened === '{' ? '}' : ']', depth: depth + 1 });
  return readString(text, at) ?? match(LITERAL, text, at) ?? { expected: 'a value', at };
};

/** `null` where none begins. A string without its end, or with a wrong letter, ends where it goes wrong. */
const readString = (text: string, at: number): number | Gap | null => {
  if (text[at] !== '"') return null;
  const end = match(OPEN_STRING, text, at) ?? at;
  if (text[end] === '"') return end + 1;
  return { expected: text[end] === '\\' ? 'an escape of JSON' : '`"`', at: end };
};

interface Members {
  readonly close: '}' | ']';
  readonly depth: number;
}

/** Behind the brace or bracket that opens at `from`. */
const readMembers = (text: string, from: number, { close, depth }: Members): number | Gap => {
  let at = skip(text, from + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    if (close === '}') {
      const key = readString(text, skip(text, at)) ?? { expected: '`"`', at: skip(text, at) };
      if (typeof key !== 'number') return key;
      at = skip(text, key);
      if (text[at] !== ':') return { expected: '`:`', at };
      at += 1;
    }
    const value = readValue(text, at, depth);
    if (typeof value !== 'number') return value;
    at = skip(text, value);
    if (text[at] === close) return at + 1;
    if (text[at] !== ',') return { expected: `\`,\` or \`${close}\``, at };
    at += 1;
  }
};
