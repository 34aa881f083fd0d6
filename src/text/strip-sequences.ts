/**
 * Removes the control sequences of terminals (ECMA-48) from a text. Pure, without Node: a browser and a workflow engine
 * read exit signals too.
 *
 * @module
 */

/** `ESC [` or its one-byte form, up to the final byte; `ESC ]` up to its terminator; a short escape sequence. */
const SEQUENCES =
  // oxlint-disable-next-line no-control-regex -- a sequence begins with one
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]*[0-Z\\^-~]/g;

/** An unfinished sequence stays. */
export const stripSequences = (text: string): string =>
  text.includes('\u001B') || text.includes('\u009B') ? text.replaceAll(SEQUENCES, '') : text;
