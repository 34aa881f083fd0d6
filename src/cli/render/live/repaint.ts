/**
 * Paints a block of lines over the one that was painted last, and lets lines scroll away above it: one write, which a terminal that
 * knows how shows at once (synchronised output), and which moves no further up than the block, also after the terminal was resized. Pure.
 *
 * @module
 */
import { widthOf } from '../text/display-width.ts';

const BEGIN = '\u001B[?2026h';
const END = '\u001B[?2026l';
/** Without wrapping no character of unexpected width makes two lines of one. */
const NO_WRAP = '\u001B[?7l';
const WRAP = '\u001B[?7h';
const ERASE_BELOW = '\u001B[J';
const ERASE_REST = '\u001B[K';
const ERASE_LINE = '\u001B[2K';
const DOWN = '\u001B[1B';
const HIDE_CURSOR = '\u001B[?25l';
export const SHOW_CURSOR = '\u001B[?25h';

/**
 * The cursor stands at the beginning of the last line of the block, before and after.
 *
 * @param painted - the block that is there; none of its lines when nothing is
 * @param columns - of the terminal by now: what was painted on a wider one takes more rows
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
  // A line that ends in the last column would lose it by an erasure right after it: what scrolls away is written on empty ground.
  const ground = above.length > 0 || block.length === 0 ? eraseRows(sum(rows)) : '';
  const scrolled = `${ground}${above.map((line) => `${line}\n`).join('')}`;
  if (isBare && block.length === 0) return scrolled;
  const lines = block.map((line) => `${line}${ERASE_REST}`).join('\n');
  const shown = block.length === 0 ? '' : `${NO_WRAP}${lines}${ERASE_BELOW}${WRAP}\r`;
  return `${BEGIN}${cursorOf(isBare, block.length === 0)}${toTop}${scrolled}${shown}${END}`;
};

/** One by one: from the upper left corner tmux would take the erasure of all for a wish to keep what is there. */
const eraseRows = (rows: number): string =>
  rows === 0 ? '' : `${Array.from({ length: rows }, () => ERASE_LINE).join(DOWN)}${moveUp(rows - 1)}`;

const moveUp = (rows: number): string => (rows === 0 ? '' : `\u001B[${rows}A`);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

const cursorOf = (wasBare: boolean, isBare: boolean): string => {
  if (isBare) return SHOW_CURSOR;
  return wasBare ? HIDE_CURSOR : '';
};

const rowsOf = (line: string, columns: number): number => Math.max(1, Math.ceil(widthOf(line) / Math.max(1, columns)));
