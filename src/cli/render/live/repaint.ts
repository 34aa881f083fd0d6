/**
 * Paints a block of lines over the last one, and prints lines above it, in one write (synchronised output). The cursor moves up
 * by the height of the block only, also after the terminal was resized. Pure.
 *
 * @module
 */
import { widthOf } from '../text/display-width.ts';

const BEGIN = '\u001B[?2026h';
const END = '\u001B[?2026l';
/** Without wrapping, a character of unexpected width cannot break a line. */
const NO_WRAP = '\u001B[?7l';
const WRAP = '\u001B[?7h';
const ERASE_BELOW = '\u001B[J';
const ERASE_REST = '\u001B[K';
const ERASE_LINE = '\u001B[2K';
const DOWN = '\u001B[1B';
const HIDE_CURSOR = '\u001B[?25l';
export const SHOW_CURSOR = '\u001B[?25h';

/**
 * The cursor is at the start of the last line of the block, before and after.
 *
 * @param painted - the lines of the last block; may be empty
 * @param columns - of the terminal now: lines that were painted on a wider one take more rows
 */
export const repaint = (
  painted: readonly string[],
  { above, block }: { readonly above: readonly string[]; readonly block: readonly string[] },
  columns: number,
): string => {
  const rows = painted.map((line) => rowsOf(line, columns));
  const up = sum(rows.slice(0, -1));
  const isBare = painted.length === 0;
  const toTop = isBare ? '' : `\r${moveUp(up)}`;
  // An erasure right after a line that ends in the last column would remove that column, so the rows are erased first.
  const ground = above.length > 0 || block.length === 0 ? eraseRows(sum(rows)) : '';
  const scrolled = `${ground}${above.map((line) => `${line}\n`).join('')}`;
  if (isBare && block.length === 0) return scrolled;
  const lines = block.map((line) => `${line}${ERASE_REST}`).join('\n');
  const shown = block.length === 0 ? '' : `${NO_WRAP}${lines}${ERASE_BELOW}${WRAP}\r`;
  return `${BEGIN}${cursorOf(isBare, block.length === 0)}${toTop}${scrolled}${shown}${END}`;
};

/** One by one: tmux would move everything into its history if all rows were erased from the upper left corner. */
const eraseRows = (rows: number): string =>
  rows === 0 ? '' : `${Array.from({ length: rows }, () => ERASE_LINE).join(DOWN)}${moveUp(rows - 1)}`;

const moveUp = (rows: number): string => (rows === 0 ? '' : `\u001B[${rows}A`);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

const cursorOf = (wasBare: boolean, isBare: boolean): string => {
  if (isBare) return SHOW_CURSOR;
  return wasBare ? HIDE_CURSOR : '';
};

const rowsOf = (line: string, columns: number): number => Math.max(1, Math.ceil(widthOf(line) / Math.max(1, columns)));
