/**
 * The words that start a program with a file open at a descriptor, as bubblewrap needs it for its filter: a shell
 * opens the file and replaces itself with the program.
 */

/** The only one: above those that every program has. */
export const FILE_DESCRIPTOR = '9';
const OPENING = ['/bin/sh', '-c', `exec "$@" ${FILE_DESCRIPTOR}< "$0"`];

/** @param path - absolute: of the file @param words - program and arguments */
export const startWithFile = (path: string, words: readonly string[]): readonly string[] => [
  ...OPENING,
  path,
  ...words,
];

/** The name of the process by then; words that open no file are unchanged. */
export const nameStarted = (words: readonly string[]): readonly string[] =>
  OPENING.every((word, at) => words[at] === word) ? words.slice(OPENING.length + 1) : words;
