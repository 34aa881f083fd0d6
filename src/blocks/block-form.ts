/**
 * The forms that a status block can have: how it opens, what belongs to it, and where it ends (RULES 3.6).
 *
 * @module
 */
import { undressKeys, withoutBold } from './undress-keys.ts';

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
