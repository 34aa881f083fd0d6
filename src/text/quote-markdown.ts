/**
 * Quotes words of others in Markdown: in a code span nothing is a link, a mention, HTML or a heading, and on one line
 * nothing begins a line of its own.
 *
 * @module
 */
import { plainLine } from './plain-line.ts';

/** A code span of the words, cut by `plainLine`; empty for no words. */
export const quote = (text: string, most?: number): string => {
  const line = plainLine(text, most);
  if (line === '') return '';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  // A tick at its edge would count as one of the fence.
  const room = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${room}${line}${room}${fence}`;
};

/** The same for a cell of a table, which a `|` would end even there. */
export const quoteInCell = (text: string, most?: number): string => quote(text, most).replaceAll('|', '\\|');
