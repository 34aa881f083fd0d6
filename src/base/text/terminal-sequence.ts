/** Sequences that a terminal obeys and does not show. */

/** Colours, titles, links, device strings, and the short sequences of two characters. */
export const SEQUENCE =
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?|\u001B[ -/]*[0-~]/g;
