/** Quotes a word for a POSIX shell: for commands that a person copies, and for generated scripts. */

/** Unchanged if no character has a meaning in a shell, else in single quotes. */
export const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
