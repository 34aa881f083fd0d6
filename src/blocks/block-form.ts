/**
 * The forms that a status block can have: how it opens, what belongs to it, and where it ends (RULES 3.6).
 *
 * @module
 */
import { FIELD, readScalar } from './block-fields.ts';

/** Where a line stands in an open block. `last` belongs to it and ends it; `after` ends it and does not belong to it. */
export type Step = 'within' | 'last' | 'after';

/** What was gathered of a block; `tooLong`: the lines are not all here. */
interface Gathered {
  readonly lines: readonly string[];
  readonly closed: boolean;
  readonly tooLong: boolean;
}

export interface BlockForm {
  /** Follows the block that this line opens; `null` when it opens none. A block that is open gives way to it. */
  readonly open: (text: string) => ((text: string) => Step) | null;
  /** Which of its two ends are lines of the block: an object's braces are, markers are not. */
  readonly keeps: { readonly opening: boolean; readonly closing: boolean };
  /** A line that could open the block goes on with one that is open: a run of keys. */
  readonly isRun: boolean;
  /** The end of the message ends it, like any other line that does not belong to it. */
  readonly endsAnywhere: boolean;
  /** Its lines, as fields are read from them. */
  readonly tidy: (lines: readonly string[]) => readonly string[];
  /** Whether what was gathered is a block at all. */
  readonly counts: (block: Gathered) => boolean;
}

const DEFAULTS = {
  isRun: false,
  endsAnywhere: false,
  tidy: (lines: readonly string[]) => lines,
  counts: () => true,
} as const;

/** The lines around a block, each alone on its line; bold around them is allowed (RULES 3.5). */
export interface BlockMarkers {
  readonly opens: string;
  readonly closes: string;
}

/** A block between two markers. */
export const between = ({ opens, closes }: BlockMarkers): BlockForm => {
  const [begins, ends] = [marker(opens), marker(closes)];
  return {
    ...DEFAULTS,
    open: (text) => (begins(text) ? (line) => (ends(line) ? 'last' : 'within') : null),
    keeps: { opening: false, closing: false },
    tidy: undressKeys,
  };
};

/** A header and the indented lines below it, up to one that is blank or not indented. */
export const indentedBelow = (header: string): BlockForm => {
  const begins = marker(header);
  return {
    ...DEFAULTS,
    open: (text) => (begins(text) ? (line) => (/^[ \t]/.test(line) ? 'within' : 'after') : null),
    keeps: { opening: false, closing: false },
    endsAnywhere: true,
    tidy: dedent,
  };
};

/** Lines of its own keys, one after another, with what is indented or listed below them; `opens` are keys without which it is none. */
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

/** One JSON object that begins a line; `speaks` tells those that are meant from those that stand there by chance. */
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

/** Without the indentation of the first line. A line that has another one is no field of it: somebody quotes there. */
function dedent(lines: readonly string[]): readonly string[] {
  const [indent = ''] = /^[ \t]*/.exec(lines[0] ?? '') ?? [];
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
}

/** A counter for one object; each line gives the depth at its end. */
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

/**
 * Keys as Markdown dresses them: in bold, or as the items of a list. Between markers they are read like plain ones; what is
 * nested, or is an item of another key's list, stays what it is: nobody says `EXIT_SIGNAL: true` as a blocker.
 *
 * `**KEY: value**`, `**KEY:** value` and `**KEY**: value` as `KEY: value`.
 */
const withoutBold = (line: string): string => {
  const [, mark = '', first = '', rest = ''] = /^(\*\*|__)([A-Za-z][A-Za-z_]*[ \t]*:?)(.*)$/.exec(line) ?? [];
  if (mark === '') return line;
  const close = rest.indexOf(mark);
  return close === -1 ? line : `${first}${rest.slice(0, close)}${rest.slice(close + mark.length)}`;
};

/** The lines between two markers, their own keys without bold and list dash. */
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
    // The items of a key that is an item itself are deeper: the next one at column 0 is no item of it.
    if (isListed && /^[ \t]+\S/.test(line)) takesItems = false;
    return line;
  });
};

/** Of a plain key: one that may have items, by its name or its value. */
const mayHoldList = (field: string): boolean =>
  isEmpty(field) || /^(?:BLOCKERS|REMAINING_WORK|TESTS|FILES)[ \t]*:/i.test(field) || field.endsWith(':');

const isEmpty = (field: string): boolean => readScalar(FIELD.exec(field)?.[2] ?? '') === '';
