/** The forms of a status block: how it opens, what belongs to it, and where it ends (rule 3.6). */
import { findWord } from '../../base/text/bytes.ts';
import { FIELD, readScalar } from './block-fields.ts';

/** Finds lines that may matter. A needle may match too many lines, never too few: the caller checks each line again. */
export interface Needle {
  readonly words: readonly string[];
  readonly ignoresCase: boolean;
  /** The first match, or -1; `from`, and where `bytes` start, is the beginning of a line. */
  readonly find: (bytes: Uint8Array, from: number) => number;
}

const NEWLINE = 10;

export const anywhere = (text: string): Needle => ({ words: [text], ignoresCase: false, find: findWord(text) });

export const atStart = (text: string): Needle => {
  const find = findWord(text);
  return {
    words: [text],
    ignoresCase: false,
    find: (bytes, from) => {
      let found = find(bytes, from);
      while (found > 0 && !mayStart(bytes, found)) {
        const end = bytes.indexOf(NEWLINE, found);
        found = end === -1 ? -1 : find(bytes, end);
      }
      return found;
    },
  };
};

/** Prefixes of a line that are removed: an escape sequence, the first byte of U+009B, the bold of Markdown. */
const DRESS: ReadonlySet<number | undefined> = new Set([0x1b, 0xc2, 0x2a, 0x5f]);

/** Each line is searched back to its beginning once: a match that does not begin it rules out later ones. */
const mayStart = (bytes: Uint8Array, found: number): boolean => {
  const start = bytes.lastIndexOf(NEWLINE, found - 1) + 1;
  return start === found || DRESS.has(bytes[start]);
};

/** The position of a line relative to an open block. `last` belongs to it and ends it; `after` ends it and does not belong to it. */
export type Step = 'within' | 'last' | 'after';

/** `tooLong`: lines are missing. */
interface Gathered {
  readonly lines: readonly string[];
  readonly closed: boolean;
  readonly tooLong: boolean;
}

export interface BlockForm {
  /** Follows the block that this line opens; `null` if it opens none. An open block ends there. */
  readonly open: (text: string) => ((text: string) => Step) | null;
  /** Which of its two ends are lines of the block: an object's braces are, markers are not. */
  readonly keeps: { readonly opening: boolean; readonly closing: boolean };
  /** A line that could open the block continues an open one: a run of keys. */
  readonly isRun: boolean;
  /** The end of the message ends it, like any other line that does not belong to it. */
  readonly endsAnywhere: boolean;
  readonly tidy: (lines: readonly string[]) => readonly string[];
  readonly counts: (block: Gathered) => boolean;
}

const DEFAULTS = {
  isRun: false,
  endsAnywhere: false,
  tidy: (lines: readonly string[]) => lines,
  counts: () => true,
} as const;

/** The lines around a block, each alone on its line; bold around them is allowed (rule 3.5). */
export interface BlockMarkers {
  readonly opens: string;
  readonly closes: string;
}

export const between = ({ opens, closes }: BlockMarkers): BlockForm => {
  const [isStart, ends] = [marker(opens), marker(closes)];
  return {
    ...DEFAULTS,
    open: (text) => (isStart(text) ? (line) => (ends(line) ? 'last' : 'within') : null),
    keeps: { opening: false, closing: false },
    tidy: undressKeys,
  };
};

/** A header and the indented lines below it, up to one that is blank or not indented. */
export const indentedBelow = (header: string): BlockForm => {
  const isStart = marker(header);
  return {
    ...DEFAULTS,
    open: (text) => (isStart(text) ? (line) => (/^[ \t]/.test(line) ? 'within' : 'after') : null),
    keeps: { opening: false, closing: false },
    endsAnywhere: true,
    tidy: dedent,
  };
};

/** Lines of its own keys in sequence, with indented or listed lines below them; `opens` are the keys that it must have. */
export const runOf = (opens: readonly string[], others: readonly string[]): BlockForm => {
  const own = new Set([...opens, ...others]);
  const deciding = new Set(opens);
  const belongs = (line: string): boolean => /^(?:[ \t]|[-*+][ \t])/.test(line) || own.has(keyOf(line).toUpperCase());
  return {
    ...DEFAULTS,
    open: (text) => (own.has(keyOf(text)) ? (line) => (belongs(line) ? 'within' : 'after') : null),
    keeps: { opening: true, closing: false },
    isRun: true,
    endsAnywhere: true,
    tidy: (lines) => lines.map(withoutBold),
    counts: ({ lines }) => lines.some((line) => deciding.has(keyOf(line).toUpperCase())),
  };
};

/** One JSON object that begins a line; `speaks` tells intended objects from accidental ones. */
export const jsonObject = (speaks: (text: string) => boolean): BlockForm => ({
  ...DEFAULTS,
  open: (text) => {
    if (!text.startsWith('{')) return null;
    const count = createBraceCounter();
    return (line) => (count(line) > 0 ? 'within' : 'last');
  },
  keeps: { opening: true, closing: true },
  counts: ({ lines, closed, tooLong }) => !closed || tooLong || speaks(lines.join('\n')),
});

const marker = (text: string): ((line: string) => boolean) => {
  const [stars, lines] = [`**${text}**`, `__${text}__`];
  return (line) => line === text || line === stars || line === lines;
};

const keyOf = (line: string): string => /^([A-Za-z_]+)[ \t]*:/.exec(withoutBold(line))?.[1] ?? '';

/** Without the indentation of the first line. A line with another indentation is no field: it is a quote. */
function dedent(lines: readonly string[]): readonly string[] {
  const [indent = ''] = /^[ \t]*/.exec(lines[0] ?? '') ?? [];
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
}

const createBraceCounter = (): ((line: string) => number) => {
  let depth = 0;
  return (line) => {
    let quoted = false;
    for (let at = 0; at < line.length; at += 1) {
      const char = line[at];
      if (quoted && char === '\\') at += 1;
      else if (char === '"') quoted = !quoted;
      else if (!quoted && char === '{') depth += 1;
      else if (!quoted && char === '}') depth -= 1;
    }
    return depth;
  };
};

/** `**KEY: value**`, `**KEY:** value` and `**KEY**: value` as `KEY: value`. */
const withoutBold = (line: string): string => {
  const [, mark = '', first = '', rest = ''] = /^(\*\*|__)([A-Za-z][A-Za-z_]*[ \t]*:?)(.*)$/.exec(line) ?? [];
  if (mark === '') return line;
  const close = rest.indexOf(mark);
  return close === -1 ? line : `${first}${rest.slice(0, close)}${rest.slice(close + mark.length)}`;
};

/** The lines between two markers, their own keys without bold and list dash; nested keys and items stay as they are. */
const undressKeys = (lines: readonly string[]): readonly string[] => {
  /** Whether an item at column 0 belongs to the key above it. */
  let takesItems = false;
  let isListed = false;
  return lines.map((line) => {
    const plain = withoutBold(line);
    const item = /^-[ \t]+(.*)$/.exec(line)?.[1];
    const listed = item === undefined || takesItems ? null : withoutBold(item);
    if (FIELD.test(plain)) {
      [takesItems, isListed] = [mayHoldList(plain), false];
      return plain;
    }
    if (listed !== null && FIELD.test(listed)) {
      [takesItems, isListed] = [isEmpty(listed), true];
      return listed;
    }
    // The items of a key that is an item itself are deeper: the next one at column 0 belongs to no key.
    if (isListed && /^[ \t]+\S/.test(line)) takesItems = false;
    return line;
  });
};

const mayHoldList = (field: string): boolean =>
  isEmpty(field) || /^(?:BLOCKERS|REMAINING_WORK|TESTS|FILES)[ \t]*:/i.test(field) || field.endsWith(':');

const isEmpty = (field: string): boolean => readScalar(FIELD.exec(field)?.[2] ?? '') === '';
