/**
 * The blocks of a test file in any language, by indentation, as formatters write them: a line, the deeper lines below it
 * and the line that closes it, with the decorators or attributes in front.
 *
 * @module
 */
import { readWords, withoutHidden, type Word } from './read-words.ts';

export interface Block {
  readonly start: number;
  readonly end: number;
  /** Without decorators, attributes and comments. */
  readonly head: string;
  /** The decorators and attributes in front of it. */
  readonly marks: string;
  /** The deeper lines, if it has some. */
  readonly inside: { readonly start: number; readonly end: number } | null;
  readonly words: readonly Word[];
  /** The words as one text. */
  readonly key: string;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
  /** Without what is hidden. */
  readonly bare: string;
}

const CLOSES = /^(?:[)\]}]|end\b|els(?:e|if)\b|elif\b|except\b|finally\b|rescue\b|ensure\b|when\b|\{\s*$)/;
const MARKS = /^(?:@|#!?\[|\[[A-Z][^\]]*\]$)/;

export const readBlocks = (
  path: string,
  text: string,
  range: { readonly start: number; readonly end: number } = { start: 0, end: text.length },
): readonly Block[] => {
  const lines = linesOf(path, text).filter(({ start, end }) => start >= range.start && end <= range.end);
  const depth = lines.reduce((least, line) => Math.min(least, line.depth), Infinity);
  const groups: Line[][] = [];
  let isMarked = false;
  for (const line of lines) {
    const isNext = line.depth > depth || CLOSES.test(line.bare.trim());
    const last = groups.at(-1);
    if (last !== undefined && (isNext || isMarked)) last.push(line);
    else groups.push([line]);
    if (!isNext) isMarked = MARKS.test(line.bare.trim());
  }
  return groups.map((group) => toBlock(path, text, group, depth));
};

const linesOf = (path: string, text: string): readonly Line[] => {
  const bare = withoutHidden(path, text);
  const found: Line[] = [];
  let start = 0;
  for (const line of bare.split('\n')) {
    const end = start + line.length;
    if (line.trim() !== '') found.push({ start, end, depth: line.length - line.trimStart().length, bare: line });
    start = end + 1;
  }
  return found;
};

const toBlock = (path: string, text: string, lines: readonly Line[], depth: number): Block => {
  const at = Math.max(
    0,
    lines.findIndex(({ depth: of, bare }) => of === depth && !MARKS.test(bare.trim()) && !CLOSES.test(bare.trim())),
  );
  const first = lines[at] ?? { start: 0, end: 0, depth, bare: '' };
  const below = lines.slice(at + 1).filter((line) => line.depth > depth);
  const [start, end] = [lines[0]?.start ?? 0, lines.at(-1)?.end ?? 0];
  const words = readWords(path, text.slice(start, end));
  return {
    start,
    end,
    head: text.slice(first.start, first.end).trim(),
    marks: text.slice(start, first.start).trim(),
    inside: below.length === 0 ? null : { start: below[0]?.start ?? 0, end: below.at(-1)?.end ?? 0 },
    words,
    key: words.map((word) => word.text).join(' '),
  };
};
