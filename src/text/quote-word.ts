/**
 * A word as a POSIX shell reads it back: for commands that a person copies, and for scripts that are written.
 *
 * @module
 */

/** As it is where nothing in it means something to a shell, else in single quotes. */
export const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
