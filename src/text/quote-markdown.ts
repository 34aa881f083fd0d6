/**
 * Words of others in Markdown, as they stand: in a code span nothing is a link, a mention, HTML or a heading, and on one line
 * nothing begins a line of its own.
 *
 * @module
 */
import { plainLine } from './plain-line.ts';

/** A code span with the words in it, as `plainLine` cuts them; words that are nothing are an empty text. */
export const quote = (text: string, most?: number): string => {
  const line = plainLine(text, most);
  if (line === '') return '';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  // A tick at its edge would be taken for one of the fence.
  const room = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${room}${line}${room}${fence}`;
};

/** The same for a cell of a table, which a `|` would end even there. */
export const quoteInCell = (text: string, most?: number): string => quote(text, most).replaceAll('|', '\\|');
