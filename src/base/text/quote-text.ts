/** Words of others, made safe for Markdown, for patterns, for terminals and for a POSIX shell. */
import { plainLine } from './plain-line.ts';

/** Colours, titles, links, device strings, and the short sequences of two characters. */
export const SEQUENCE =
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?|\u001B[ -/]*[0-~]/g;

/** Unchanged if no character has a meaning in a shell, else in single quotes. */
export const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** `ESC [` or its one-byte form, up to the final byte; `ESC ]` up to its terminator; a short escape sequence. */
const SEQUENCES =
  // oxlint-disable-next-line no-control-regex -- a sequence begins with one
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]*[0-Z\\^-~]/g;

/** Without the control sequences of terminals (ECMA-48); an unfinished one stays. Pure: browsers and engines read signals too. */
export const stripSequences = (text: string): string =>
  text.includes('\u001B') || text.includes('\u009B') ? text.replaceAll(SEQUENCES, '') : text;

/** A pattern that matches exactly this text. */
export const escapePattern = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`);

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
