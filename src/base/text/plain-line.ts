/** Phrases as parts of sentences; words of agents, runners and files made safe for one line. */

/** A phrase as the beginning of a sentence. */
export const beginSentence = (phrase: string): string => `${phrase.slice(0, 1).toUpperCase()}${phrase.slice(1)}`;

/** The reason beside the word of a status, without that word: `by SIGINT`. */
export const sayWhyBeside = (status: string, why: string): string =>
  `${why.toLowerCase()} `.startsWith(`${status} `) ? why.slice(status.length).trimStart() : why;

/** Every gap between words is one blank. */
export const oneBlank = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The default length of a line, in characters. */
const MAX_CHARACTERS = 300;

/** Sequences of a terminal: colours, titles, links. */
// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const SEQUENCE = /\u001B(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;
/** Control, format (bidi, of no width, tags), line and paragraph separators, halves of surrogate pairs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** One line, trimmed. @param most - characters, the `…` of a cut included */
export const plainLine = (text: string, most = MAX_CHARACTERS): string => {
  // A very long text is cut first: the rest is not shown, and may be megabytes.
  const line = text
    .slice(0, most * 20)
    .replaceAll(SEQUENCE, '')
    .replaceAll(UNSEEN, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
};
